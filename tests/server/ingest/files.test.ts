import { storedReadings } from '../../../src/domain/checkup/checkup'
import { describe, expect, test } from 'vitest'
import { mostFileBytes } from '../../../src/domain/checkup/checkup-file'
import { onPglite } from '../engines'
import { countAll, ingestApp, patientNamed, post, seed, wellCheckup } from './device'
import { fileItem, jpeg, mp4, pdf, place, png, sha256, wav } from './made-files'

const patient = patientNamed('Subramaniam')
const other = patientNamed('Adebayo')

onPglite(seed, (opened) => {
  const send = (item: unknown, posting = {}) =>
    post(ingestApp(opened.database), 'files', item, posting)
  const bytesOf = async (id: unknown): Promise<Uint8Array | undefined> =>
    (
      await opened.database.kysely
        .selectFrom('checkup_file_bytes')
        .select('bytes')
        .where('file_id', '=', String(id))
        .executeTakeFirst()
    )?.bytes
  const pathsOf = (body: Record<string, unknown>): readonly string[] =>
    (body['errors'] as readonly { path: string }[]).map(({ path }) => path)

  test('a picture is stored without the place where it was taken, and its answer says what is kept', async () => {
    const answer = await send(fileItem('leg', patient.id, jpeg(), 'leg.jpg'))
    expect(answer.status).toBe(201)
    const kept = (await bytesOf(answer.body['id'])) ?? new Uint8Array()
    expect(answer.body).toMatchObject({
      sourceId: 'leg',
      patientId: patient.id,
      url: `/files/${String(answer.body['id'])}/leg.jpg`,
      mediaType: 'image/jpeg',
      byteCount: kept.byteLength,
      sha256: sha256(kept),
      replay: false,
    })
    expect(Buffer.from(kept).includes(place)).toBe(false)
  })

  test('sent again it is stored once and answered as before; another one under its id is refused', async () => {
    const first = await send(fileItem('again', patient.id, png(), 'a.png'))
    const counts = await countAll(opened.database)
    const again = await send(fileItem('again', patient.id, png(), 'a.png'))
    expect([again.status, again.body]).toEqual([200, { ...first.body, replay: true }])
    const changed = await send(fileItem('again', patient.id, pdf(), 'a.png'))
    expect([changed.status, changed.body['code']]).toEqual([409, 'ID_ALREADY_USED'])
    expect(await countAll(opened.database)).toEqual(counts)
  })

  const good = fileItem('bad', patient.id, png(), 'a.png')
  const content = (bytes: Buffer) => fileItem('bad', patient.id, bytes, 'a.png')
  describe.each([
    ['SVG', content(Buffer.from('<svg onload="alert(1)"/>')), 'content'],
    ['HTML', content(Buffer.from('<!doctype html><p>')), 'content'],
    ['SVG that is named a PNG', { ...content(Buffer.from('<svg/>')), name: 'a.png' }, 'content'],
    ['a wrong hash', { ...good, sha256: sha256(pdf()) }, 'sha256'],
    ['a hash in capitals', { ...good, sha256: good.sha256.toUpperCase() }, 'sha256'],
    ['a damaged JPEG', content(jpeg().subarray(0, 60)), 'content'],
    ['a place that cannot be taken out', content(mp4('M4A ', 'soun\xa9xyz')), 'content'],
    ['a picture of 30,000 by 30,000 pixels', content(png(30_000, 30_000)), 'content'],
    [
      'a PDF with a script',
      content(pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')),
      'content',
    ],
    ['a PDF with a script by another spelling', content(pdf('/S /J#61vaScript')), 'content'],
    ['a PDF with a file in it', content(pdf('/Names << /EmbeddedFiles 2 0 R >>')), 'content'],
    ['what is not base64', { ...good, content: '%%%%' }, 'content'],
    ['base64 that is cut', { ...good, content: good.content.slice(0, -1) }, 'content'],
    ['nothing', { ...good, content: '' }, 'content'],
    ['a name with a path', { ...good, name: '../a.png' }, 'name'],
    ['a name with a script', { ...good, name: '"><script>.png' }, 'name'],
    ['a media type of one’s own', { ...good, mediaType: 'text/html' }, 'mediaType'],
  ] as const)('%s', (_why, item, path) => {
    test('is refused with its field, and nothing is stored', async () => {
      const counts = await countAll(opened.database)
      const answer = await send(item)
      expect([answer.status, answer.body['code']]).toEqual([400, 'INVALID_BODY'])
      expect(pathsOf(answer.body)).toEqual([path])
      expect(await countAll(opened.database)).toEqual(counts)
    })
  })

  test('20 MiB are kept to the byte, and one more is not', async () => {
    const most = Buffer.concat([wav(0).subarray(0, 0), wav((mostFileBytes - 44) / 2)])
    const exact = Buffer.from(most.subarray(0, most.length))
    // Without its list the sound has 44 bytes of header: exactly the most.
    const listed = 8 + Buffer.byteLength(`INFOICMT${place}`)
    expect(exact.length - listed).toBe(mostFileBytes)
    const bare = Buffer.concat([exact.subarray(0, 36), exact.subarray(36 + listed)])
    bare.writeUInt32LE(bare.length - 8, 4)
    const answer = await send(fileItem('most', patient.id, bare, 'long.wav'))
    expect([answer.status, answer.body['byteCount']]).toEqual([201, mostFileBytes])
    const more = await send(
      fileItem('more', patient.id, Buffer.concat([bare, Buffer.alloc(1)]), 'longer.wav'),
    )
    expect([more.status, pathsOf(more.body)]).toEqual([400, ['content']])
    const far = await send(fileItem('far', patient.id, Buffer.alloc(21_100_000), 'far.wav'))
    expect([far.status, far.body['code']]).toEqual([413, 'BODY_TOO_LARGE'])
  }, 120_000)

  test('who names no key is refused before anything of the body is read', async () => {
    let read = 0
    const body = new ReadableStream({
      pull: (controller) => {
        read += 1
        controller.enqueue(new Uint8Array(65_536))
        if (read > 100) controller.close()
      },
    })
    const answer = await ingestApp(opened.database).request('/Prod/ingest/v1/files', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'demo-nobody',
        'x-timestamp': '2026-03-02T12:00:00Z',
        'x-signature': 'a'.repeat(64),
      },
    } as RequestInit)
    expect(answer.status).toBe(401)
    // What a stream fetches ahead.
    expect(read).toBeLessThanOrEqual(1)
    const wrong = await send(good, { secret: 'guessed' })
    expect([wrong.status, wrong.body['code']]).toEqual([401, 'INVALID_SIGNATURE'])
  })

  test('another organisation’s patient has no place for a file', async () => {
    const answer = await send(fileItem('f', patientNamed('Barlow').id, png(), 'a.png'))
    expect([answer.status, answer.body['code']]).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  describe('a check-up', () => {
    const urlOf = async (id: string, patientId: string, bytes: Buffer, name: string) => {
      const { body } = await send(fileItem(id, patientId, bytes, name))
      return String(body['url'])
    }
    const checkup = (id: string, more: object) =>
      post(ingestApp(opened.database), 'checkups', { ...wellCheckup(id, patient.id), ...more })

    test('names the files that were sent before, and those kept elsewhere', async () => {
      const [picture, sound, report] = [
        await urlOf('n1', patient.id, png(), 'leg.png'),
        await urlOf('n2', patient.id, wav(), 'front_upper_left.wav'),
        await urlOf('n3', patient.id, pdf(), 'ecg.pdf'),
      ]
      const answer = await checkup('names', {
        picture: [
          { url: picture, caption: 'Left leg' },
          { url: 'https://elsewhere.example/leg.jpg' },
        ],
        lungSounds: [{ url: sound }],
        attachments: [{ id: 'ecg', type: 'ecg_report', downloadUrl: report }],
      })
      expect(answer.status).toBe(201)
    })

    test('that names a file of another patient, another name, none at all or what cannot be shown there is kept without it', async () => {
      const url = await urlOf('m1', patient.id, png(), 'leg.png')
      const foreign = await urlOf('m2', other.id, png(), 'leg.png')
      const answer = await checkup('lost-files', {
        picture: [
          { url: foreign },
          { url: url.replace('leg', 'arm') },
          { url: '/files/5b76e947-dbdf-5700-b410-f08d47d78b44/none.png' },
        ],
        lungSounds: [{ url }],
      })
      expect(answer.status).toBe(201)
      expect(answer.body['notUsable']).toMatchObject(
        ['picture.0', 'picture.1', 'picture.2', 'lungSounds.0'].map((field) => ({
          field,
          reason: 'no-file',
        })),
      )
      const { readings } = await opened.database.kysely
        .selectFrom('checkup')
        .select('readings')
        .where('source_id', '=', 'lost-files')
        .executeTakeFirstOrThrow()
      expect(storedReadings(readings)).toMatchObject({
        picture: [],
        lungSounds: [],
        respiratoryRate: { value: 16 },
      })
    })
  })
})
