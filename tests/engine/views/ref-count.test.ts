import { expect, test } from 'vitest'
import { source, refCounted } from '../../../src/engine/define'

test('begins with the first who looks and ends with the last, who may say so twice; begins again with the next', () => {
  const said: string[] = []
  const shown = source(1)
  const watched = refCounted(shown, () => {
    said.push('start')
    return () => {
      said.push('stop')
    }
  })
  expect([watched.get(), said]).toEqual([1, []])
  const seen: number[] = []
  const ends = [
    watched.subscribe(() => seen.push(watched.get())),
    watched.subscribe(() => undefined),
  ]
  shown.set(2)
  ends[0]?.()
  ends[0]?.()
  shown.set(3)
  expect([seen, said]).toEqual([[2], ['start']])
  ends[1]?.()
  expect(said).toEqual(['start', 'stop'])
  watched.subscribe(() => undefined)()
  expect(said).toEqual(['start', 'stop', 'start', 'stop'])
})
