import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data directory is in use by a running process. */
export class DirectoryInUseError extends Error {
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop that server first, or choose another DATA_DIR.`,
    )
    this.name = 'DirectoryInUseError'
  }
}

/** When a process started, in clock ticks since boot, to recognise a reused pid. Linux only. */
const startedAt = (pid: number): string => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = (pid: number, started: string): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return started === '' || startedAt(pid) === started
}

const readHolder = (path: string): { pid: number; alive: boolean } => {
  try {
    const [pid = '', started = ''] = readFileSync(path, 'utf8').trim().split(' ')
    return { pid: Number(pid), alive: /^\d+$/.test(pid) && isAlive(Number(pid), started) }
  } catch {
    return { pid: 0, alive: false }
  }
}

/** Creates the lock with its content in one step, so that nobody ever reads an empty one. */
const tryLink = (from: string, path: string): boolean => {
  try {
    linkSync(from, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Locks the directory: two processes corrupt PGlite's files. A killed process's lock is replaced.
 * @returns how to release it
 * @throws DirectoryInUseError while another process holds it
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'lamplight.lock')
  const own = `${path}.${process.pid}.${randomUUID()}`
  const moved = `${own}.stale`
  writeFileSync(own, `${process.pid} ${startedAt(process.pid)}\n`)
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (tryLink(own, path)) return () => rmSync(path, { force: true })
      const holder = readHolder(path)
      if (holder.alive) throw new DirectoryInUseError(directory, holder.pid)
      // Moved, not removed: another process may have replaced the stale lock.
      try {
        renameSync(path, moved)
      } catch {
        continue
      }
      const taken = readHolder(moved)
      if (taken.alive) {
        tryLink(moved, path)
        throw new DirectoryInUseError(directory, taken.pid)
      }
    }
    throw new DirectoryInUseError(directory, readHolder(path).pid)
  } finally {
    rmSync(own, { force: true })
    rmSync(moved, { force: true })
  }
}
