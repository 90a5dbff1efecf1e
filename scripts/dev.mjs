// npm run dev: the server restarting on change (tsx watch), the simulator, and Vite with hot reload
// in front of both.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isDemonstration } from './demonstration.mjs'
import { installWhenNeeded, requireNode, root, say } from './step.mjs'

requireNode()
if (!(await installWhenNeeded())) process.exit(1)
const port = process.env.PORT ?? '8080'
const dataDir = process.env.DATA_DIR ?? join(root, '.data', 'dev')
const demonstration = isDemonstration(process.env)
const env = {
  ...process.env,
  PORT: port,
  DATA_DIR: dataDir,
  DEMONSTRATION: demonstration ? '1' : '0',
}
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
const children = [
  spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { cwd: root, stdio: 'inherit', env }),
  ...(demonstration
    ? [
        spawn(
          process.execPath,
          [
            tsx,
            'server/demonstration/simulator.ts',
            '--url',
            `http://127.0.0.1:${port}`,
            '--state',
            join(dataDir, 'simulator'),
          ],
          { cwd: root, stdio: 'inherit', env },
        ),
      ]
    : []),
]
say(`Server on http://localhost:${port}; work at http://localhost:${process.env.DEV_PORT ?? 5173}`)
const end = () => {
  for (const child of children) child.kill('SIGTERM')
  process.exit(0)
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
