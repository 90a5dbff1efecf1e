import { readdirSync, readFileSync } from 'node:fs'

const environmentOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It has ended, or is another user's.
    return ''
  }
}

/**
 * Ends what a process left running that was started with `NAME=value` in its environment, whose
 * children inherit it: browsers and databases are in process groups of their own. Linux alone; this
 * process itself stays.
 * @returns how many were ended
 */
export const endMarked = (name: string, value: string): number => {
  if (process.platform !== 'linux') return 0
  const left = readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Number(pid) !== process.pid &&
      environmentOf(pid).split('\0').includes(`${name}=${value}`),
  )
  return left.filter((pid) => {
    try {
      return process.kill(Number(pid), 'SIGKILL')
    } catch {
      return false
    }
  }).length
}
