// Case: 'Saved on this device' on the real screen, with a line and without
// Quick: --saves 30 | 70 s
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRealServer } from '../tests/e2e/real-server'
import { measureSaves } from '../tests/reliability/browser-kills'
import { option } from './engines'
import { declareBars, figure, measured } from './report'

// 'Saved on this device' on the real screen in Chromium: from the press of the button to the words,
// half of the notes with a line and half without; after each a bare strict write of the same page,
// at the same moment: the disk's own time, of which a save cannot be less. The server keeps its
// rows in memory where the machine has such a folder, since a tablet does not share its disk with a
// server; it shares the processor all the same. A second between two notes, in less of which nobody
// types one; with `--pause 100` each save meets what the one before it set off (push, poke, pull).
const saves = Number(option('saves', '120'))
const pauseMs = Number(option('pause', '1000'))
const bars = {
  online: "'Saved on this device' p95, with a line",
  offline: "'Saved on this device' p95, without a line",
}
declareBars(Object.values(bars).map((name) => ({ name, unit: 'ms', atMost: 50 })))
const home = mkdtempSync(join(tmpdir(), 'lamplight-saves-'))
const served = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/lamplight-saves-') : home
const server = await startRealServer({
  dataDir: join(served, 'data'),
  publicDir: option('dist', 'dist'),
})
try {
  const { online, offline, bareOnline, bareOffline } = await measureSaves({
    url: server.url,
    profile: join(home, 'profile'),
    saves,
    pauseMs,
  })
  const said = ({ p50, p95, p99 }: typeof online): string => `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`
  const times = (saved: typeof online, bare: typeof online): string =>
    `${(saved.p50 / bare.p50).toFixed(1)} of it at p50, ${(saved.p95 / bare.p95).toFixed(1)} at p95`
  console.log(
    `${saves} notes, ${pauseMs} ms between two, load ${loadavg()[0]?.toFixed(1)}: with a line ${said(online)}; a bare strict write beside them ${said(bareOnline)}: ${times(online, bareOnline)}`,
  )
  console.log(
    `  without a line ${said(offline)}; a bare strict write ${said(bareOffline)}: ${times(offline, bareOffline)}`,
  )
  measured(bars.online, online.p95)
  measured(bars.offline, offline.p95)
  figure('p50 with a line, ms', online.p50)
  figure('p50 without a line, ms', offline.p50)
  figure(
    'a bare strict write beside them, p50 and p95, ms',
    `${bareOnline.p50}, ${bareOnline.p95} with a line; ${bareOffline.p50}, ${bareOffline.p95} without`,
  )
} finally {
  await server.stop()
  for (const folder of [home, served]) rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
