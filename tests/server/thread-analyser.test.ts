import { afterAll, expect, test } from 'vitest'
import { ownAnalyser } from '../../server/waveform-analysis/analyser'
import { createThreadAnalyser } from '../../server/waveform-analysis/thread-analyser'
import { slotMs } from '../../src/domain/ecg/analyse-slot'
import { readSignal } from '../fixtures/ecg/records'

const start = Math.floor(Date.parse('2026-01-05T14:30:00.000Z') / slotMs) * slotMs
const runs = [{ startedAt: start, frequency: 360, samples: readSignal('119', 60) }]
const analyser = createThreadAnalyser()
afterAll(() => analyser.close())

test('the thread finds what the analyser finds, while this one is free', async () => {
  const expected = await ownAnalyser.analyse(runs, start)
  expect(expected.length).toBeGreaterThan(5)
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  })
  expect(await analyser.analyse(runs, start)).toEqual(expected)
  clearInterval(turning)
  expect(turns).toBeGreaterThan(0)
})

test('what cannot be analysed is refused; what is closed rejects what is under way, and is asked in vain', async () => {
  const broken = [
    { startedAt: start, frequency: 360, samples: 'no samples' as unknown as Float32Array },
  ]
  await expect(analyser.analyse(broken, start)).rejects.toThrow()
  const again = await analyser.analyse(runs, start)
  expect(again).toEqual(await ownAnalyser.analyse(runs, start))
  const under = analyser.analyse(runs, start)
  const refused = expect(under).rejects.toThrow('Closed')
  await analyser.close()
  await refused
  await expect(analyser.analyse(runs, start)).rejects.toThrow('Closed')
})
