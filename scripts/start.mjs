// npm start: the whole product on one origin, with nothing else installed or configured.
//   PORT (8080) · HOST (127.0.0.1 with the demonstration, else 0.0.0.0) · DATA_DIR (.data) ·
//   DATABASE_URL (else the embedded database) · DEMONSTRATION (1 on the embedded database, else 0)
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { isDemonstration } from './demonstration.mjs'
import { buildWhenNeeded, installWhenNeeded, requireNode, root, say } from './step.mjs'

const began = Date.now()
requireNode()
const port = process.env.PORT ?? '8080'
const address = `http://localhost:${port}`
const demonstration = isDemonstration(process.env)
const host = process.env.HOST || (demonstration ? '127.0.0.1' : '0.0.0.0')
const dataDir = process.env.DATA_DIR ?? join(root, '.data')

if (!(await installWhenNeeded()) || !(await buildWhenNeeded())) process.exit(1)

// The server's structured log goes to a file, the last two starts' worth of it; what a person
// should read goes to the screen.
process.umask(0o077)
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
const logFile = join(dataDir, 'server.log')
if (statSync(logFile, { throwIfNoEntry: false })) renameSync(logFile, `${logFile}.1`)
const log = createWriteStream(logFile)

const children = new Set()
let ending = false
const launch = (file, args, env, output = 'inherit') => {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/end-with-parent.mjs', '--import', 'tsx', file, ...args],
    { cwd: root, stdio: ['pipe', output, 'inherit'], env: { ...process.env, ...env } },
  )
  child.stdout?.pipe(log, { end: false })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}
const end = (code) => {
  if (ending) return
  ending = true
  for (const child of children) child.kill('SIGTERM')
  const deadline = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
    process.exit(code)
  }, 8_000)
  const wait = setInterval(() => {
    if (children.size === 0) {
      clearInterval(wait)
      clearTimeout(deadline)
      process.exit(code)
    }
  }, 50)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
// Under npm, end with npm: a killed npm cannot pass its signal on. Between it and this process
// stands a shell, which stays.
const parentOf = (pid) => {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  } // not Linux
}
if (process.env.npm_lifecycle_event) {
  const [parent, npm] = [process.ppid, parentOf(process.ppid)]
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== npm) end(1)
  }, 1_000).unref()
}

const taken = await new Promise((resolve) => {
  const probe = connect(Number(port), '127.0.0.1', () => {
    probe.destroy()
    resolve(true)
  })
  probe.on('error', () => resolve(false))
})
if (taken) {
  say(`Port ${port} is in use. Stop what listens there, or choose another PORT.`)
  process.exit(1)
}

say(
  `\n── Preparing the database and starting the server on ${address} (its log: ${relative(process.cwd(), logFile)})`,
)
const server = launch(
  'server/main.ts',
  [],
  {
    PORT: port,
    HOST: host,
    DATA_DIR: dataDir,
    PUBLIC_DIR: join(root, 'dist'),
    DEMONSTRATION: demonstration ? '1' : '0',
  },
  'pipe',
)
server.on('exit', (code) => {
  if (!ending) {
    say(`The server ended (${code ?? 'by a signal'}).`)
    end(code || 1)
  }
})

const ready = async () => {
  for (;;) {
    if (ending) return false
    try {
      if ((await fetch(`http://127.0.0.1:${port}/ready`)).ok) return true
    } catch {
      /* not listening yet */
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
if (await ready()) {
  if (demonstration) {
    const simulate = () => {
      const simulator = launch(
        'server/demonstration/simulator.ts',
        ['--url', `http://127.0.0.1:${port}`, '--state', join(dataDir, 'simulator')],
        {},
      )
      simulator.on('exit', (code) => {
        if (!ending) {
          say(`The device simulator ended (${code}); starting it again in 5 s.`)
          setTimeout(() => {
            if (!ending) simulate()
          }, 5_000)
        }
      })
    }
    simulate()
  }
  say(`\n   Lamplight is ready after ${((Date.now() - began) / 1000).toFixed(1)} s: ${address}`)
  if (demonstration) {
    say(
      '   Sign in as nurse@riverside.example with the password lantern-harbour-violet (more accounts in README.md).',
    )
    say(
      '   The device simulator is filling the wards: the newest day first, then 30 days of history.',
    )
  }
  if (demonstration && !['127.0.0.1', '::1', 'localhost'].includes(host))
    say(`   HOST=${host}: whoever reaches this machine can sign in with that published password.`)
  say('   Ctrl+C ends it.\n')
}
