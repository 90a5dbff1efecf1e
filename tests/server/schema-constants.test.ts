import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slotAfterMs, slotBeforeMs, slotMs } from '../../src/domain/ecg/analyse-slot'
import { rhythmToldMs } from '../../src/domain/ecg/rhythm-events'
import { chunkMs } from '../../src/domain/monitoring/chunk'
import { tileKeys, tileRules } from '../../src/domain/pathway/tiles'

const schema = join(import.meta.dirname, '../../server/db/migrations/0000-baseline')
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

test.each([
  ['a rhythm event is told', '10-waveform.sql', `interval '${rhythmToldMs} milliseconds'`],
  ['a slot has as context after it', '10-waveform.sql', `- ${slotAfterMs}) / ${slotMs})`],
  ['a slot has as context before it', '10-waveform.sql', `+ ${slotBeforeMs} - 1) / ${slotMs})`],
  ['a record of monitoring takes', '09-monitoring.sql', `* 1000 / ${chunkMs})::bigint as chunk`],
  ['tiles there are', '05-ward.sql', `tile.key not in (${quoted(tileKeys)})`],
  ['rules a tile can have', '05-ward.sql', `not in (${quoted(tileRules)})`],
])('the database and the domain agree: what %s', (_, file, text) => {
  expect(readFileSync(join(schema, file), 'utf8')).toContain(text)
})
