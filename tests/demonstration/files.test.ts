import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chestPlaces, soundsAt } from '../../src/domain/checkup/breath-sounds'
import { mostFileBytes, namedFiles } from '../../src/domain/checkup/checkup-file'
import { checkupIngestSchema } from '../../src/domain/checkup/ingest'
import { breathSound } from '../../server/demonstration/breath-sounds'
import { fileBody } from '../../server/demonstration/file-maker'
import { ecgReportPdf } from '../../server/demonstration/ecg-report'
import { demonstrationPatients } from '../../server/demonstration/people'
import { drawWound, wounds } from '../../server/demonstration/pictures'
import { dayMs } from '../../server/demonstration/schedule'
import { checkupsOf } from '../../server/demonstration/simulation'
import { fileIngestSchema } from '../../src/domain/checkup/file-ingest'
import { mediaTypeOf } from '../../server/ingest/file/media-type'
import { withoutMetadata } from '../../server/ingest/file/without-metadata'

const anchor = Date.parse('2026-03-02T12:00:00.000Z')
const kinds = ['normal', 'crackles', 'wheeze'] as const
const samplesOf = (wav: Buffer): number[] =>
  Array.from({ length: (wav.length - 44) / 2 }, (_, n) => wav.readInt16LE(44 + n * 2) / 32_768)
/** How much of a sound is a tone of this pitch (Goertzel). */
const toneOf = (samples: readonly number[], hz: number): number => {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / 4_000)
  let [before, last] = [0, 0]
  for (const sample of samples) [before, last] = [last, sample + factor * last - before]
  return Math.sqrt(before * before + last * last - factor * before * last) / samples.length
}

test('breath sounds are eight seconds of sound, the same ones each time, and each kind its own', () => {
  for (const kind of kinds) {
    const wav = breathSound(kind, 'a')
    expect(mediaTypeOf(wav)).toBe('audio/wav')
    expect(withoutMetadata(wav, 'audio/wav')).toEqual(wav)
    expect(samplesOf(wav)).toHaveLength(32_000)
    expect(breathSound(kind, 'a')).toEqual(wav)
    expect(breathSound(kind, 'b')).not.toEqual(wav)
  }
  const [normal, crackles, wheeze] = kinds.map((kind) => samplesOf(breathSound(kind, 'a')))
  const most = (samples: readonly number[] = []): number =>
    samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
  // Crackles are loud for milliseconds; a wheeze is a tone.
  expect(most(crackles)).toBeGreaterThan(1.5 * most(normal))
  // A quarter of a second of breathing out.
  const tone = (samples: readonly number[] = []): number =>
    Math.max(
      ...Array.from({ length: 100 }, (_, at) => toneOf(samples.slice(8_800, 9_800), 300 + at * 2)),
    )
  expect(tone(wheeze)).toBeGreaterThan(5 * tone(normal))
})

test('six wounds are drawn, none like another', () => {
  const drawn = wounds.map(drawWound)
  expect(drawn).toHaveLength(6)
  expect(new Set(drawn.map((png) => png.toString('base64'))).size).toBe(6)
  for (const png of drawn) {
    expect(mediaTypeOf(png)).toBe('image/png')
    expect(withoutMetadata(png, 'image/png')).toEqual(png)
    expect(png.length).toBeLessThan(40_000)
  }
})

test('an ECG report is a PDF whose objects are where its table says, with the patient and the trace', () => {
  const pdf = ecgReportPdf({
    name: 'SMITH (Jr), John',
    born: '1944-03-02',
    number: '9990000018',
    recordedAt: '2026-03-02 11:59 UTC',
    beatsPerMinute: 71,
    finding: 'regular rhythm',
    samples: Array.from({ length: 5_000 }, (_, n) => Math.sin(n / 20)),
    samplesPerSecond: 250,
  })
  expect(mediaTypeOf(pdf)).toBe('application/pdf')
  expect(withoutMetadata(pdf, 'application/pdf')).toEqual(pdf)
  const text = pdf.toString('latin1')
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(table, table + 4)).toBe('xref')
  const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at))
  expect(places.map((at, nth) => text.slice(at).startsWith(`${nth + 1} 0 obj`))).toEqual(
    Array(5).fill(true),
  )
  const from = pdf.indexOf('stream\n') + 7
  const page = inflateSync(pdf.subarray(from, pdf.indexOf('\nendstream'))).toString('latin1')
  expect(page).toContain(String.raw`SMITH \(Jr\), John   born 1944-03-02   9990000018`)
  expect(page.match(/ l /g)?.length).toBeGreaterThan(4_900)
})

test('a day has pictures, breath sounds of six places and ECG reports, each named by a file that can be sent', () => {
  const day = checkupsOf(demonstrationPatients, anchor - dayMs, anchor, anchor)
  const read = day.map(({ body, files }) => ({ ...checkupIngestSchema.parse(body), files }))
  for (const kind of ['picture', 'lungSounds', 'attachments'] as const)
    expect(read.filter((checkup) => checkup[kind].length > 0).length, kind).toBeGreaterThan(2)
  for (const checkup of read) {
    expect(namedFiles(checkup).map(({ fileId }) => fileId)).toEqual(
      checkup.files.map(({ id }) => id),
    )
    if (checkup.lungSounds.length > 0)
      expect(
        chestPlaces.filter((place) => soundsAt(checkup.lungSounds, place).length > 0),
      ).toHaveLength(6)
  }
  expect(JSON.stringify(read)).not.toContain('https:')
  // A patient's sounds and wound are the same file at each check-up.
  const files = new Map(read.flatMap((one) => one.files.map((file) => [file.id, file] as const)))
  const bytes = [...files.values()].map(
    (file) => Buffer.from(fileIngestSchema.parse(fileBody(file)).content, 'base64').length,
  )
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(mostFileBytes)
})
