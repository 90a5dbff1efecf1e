import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { storeCheckupFile } from '../../server/areas/checkup-file'
import { checkupFileUrl } from '../../src/domain/checkup/checkup-file'
import { sealAddress } from '../../server/sealed-address'
import { secretBox } from '../../server/secret-box'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

const secrets = secretBox(new Uint8Array(32).fill(9))
const minute = 60_000
const sound = Uint8Array.from({ length: 100 }, (_, index) => index)

interface Opened {
  readonly url: string
  readonly mediaType: string
  readonly byteCount: number
  readonly address: string
  readonly expiresAt: string
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let clockMs = now
  const signedOut = new Set<string>()
  const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
    opened.database.asSystem(
      async (trx) => (await query.execute(trx)).rows as Record<string, unknown>[],
    )
  /** A patient of ward A, also of the care home, with a check-up that names three files. */
  beforeAll(async () => {
    server = await startServer(opened.database, {
      secrets,
      clock: { now: () => clockMs },
      isSignedIn: (userId) => Promise.resolve(!signedOut.has(userId)),
    })
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, {
        id: 'f1',
        of: 'w',
        first: 'Fay',
        last: 'Files',
        ward: 'A',
        links: ['h'],
      })
      for (const [id, patientId, name, media_type] of [
        ['sound', 'f1', 'front_upper_left.wav', 'audio/wav'],
        ['picture', 'f1', 'SMITH_John_1944.png', 'image/png'],
        ['report', 'f1', 'ecg.pdf', 'application/pdf'],
        ['other', 'b1', 'leg.png', 'image/png'],
      ] as const)
        await storeCheckupFile(
          trx,
          {
            id,
            organization_id: 'w',
            patient_id: patientId,
            source_id: id,
            name,
            media_type,
            byte_count: sound.length,
            sha256: 'x',
            received_at: at(10),
            payload_hash: id,
          },
          sound,
        )
      await addCheckup(trx, {
        id: 'c-f1',
        organizationId: 'w',
        patientId: 'f1',
        endedAt: at(5),
        total: 0,
      })
    })
    const readings = {
      picture: [
        { url: checkupFileUrl('picture', 'SMITH_John_1944.png'), caption: null },
        { url: 'https://elsewhere.example/x.png', caption: null },
        // Another patient's, as if it had got past the ingest.
        { url: checkupFileUrl('other', 'leg.png'), caption: null },
      ],
      lungSounds: [{ url: checkupFileUrl('sound', 'front_upper_left.wav') }],
      attachments: [
        { id: 'e', type: 'ecg_report', downloadUrl: checkupFileUrl('report', 'ecg.pdf') },
      ],
    }
    await rows(
      sql`update checkup set readings = readings || ${JSON.stringify(readings)}::jsonb where id = 'c-f1'`,
    )
  })

  const ask = (options: Ask = {}, id = 'c-f1') =>
    server.ask(
      `{ checkupFiles(checkupId: "${id}") { url mediaType byteCount address expiresAt } }`,
      { as: 'nurse', ...options },
    )
  const filesOf = async (options: Ask = {}): Promise<readonly Opened[]> =>
    ((await ask(options)).data?.['checkupFiles'] ?? []) as readonly Opened[]
  const soundOf = async (options: Ask = {}): Promise<string> =>
    (await filesOf(options)).find(({ mediaType }) => mediaType === 'audio/wav')?.address ?? ''
  const statusOf = async (path: string): Promise<number> => (await server.fetch(path)).status

  test('the files of a check-up have addresses of this server; what is kept elsewhere or of another patient has none', async () => {
    const files = await filesOf()
    expect(files.map(({ url, mediaType, byteCount }) => [url, mediaType, byteCount])).toEqual([
      ['/files/picture/SMITH_John_1944.png', 'image/png', 100],
      ['/files/sound/front_upper_left.wav', 'audio/wav', 100],
      ['/files/report/ecg.pdf', 'application/pdf', 100],
    ])
    for (const { address, expiresAt } of files) {
      expect(address).toMatch(/^\/Prod\/checkups\/file\?address=[\w-]+$/)
      expect(expiresAt).toBe(new Date(now + 5 * minute).toISOString())
    }
  })

  test('an address opens the file with headers that let nothing run, nothing be kept and nothing be told by its name', async () => {
    for (const { address, mediaType } of await filesOf()) {
      const response = await server.fetch(address)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': mediaType,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'accept-ranges': 'bytes',
      })
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('content-disposition')).toMatch(
        /^inline; filename="(picture|breath-sound|attachment)-2026-03-02\.(png|wav|pdf)"$/,
      )
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(sound)
      expect(server.logged.join('')).not.toContain(address.split('address=')[1])
    }
    expect(server.logged.join('')).not.toContain('SMITH')
  })

  test('a player reads a sound piece by piece', async () => {
    const path = await soundOf()
    const part = await server.fetch(path, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100'])
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([...sound.slice(10, 20)])
    const out = await server.fetch(path, { headers: { range: 'bytes=100-' } })
    expect([out.status, out.headers.get('content-range')]).toEqual([416, 'bytes */100'])
  })

  test('dies after five minutes, and opens nothing once it was altered or sealed for something else', async () => {
    const path = await soundOf()
    clockMs = now + 5 * minute - 1
    expect(await statusOf(path)).toBe(200)
    clockMs = now + 5 * minute
    expect(await statusOf(path)).toBe(403)
    clockMs = now
    const opening = {
      id: 'sound',
      userId: 'nurse',
      organizationId: 'w',
      signIn: { sessionId: null, authTime: now / 1000 },
      actedBy: null,
    }
    const of = (address: string) => statusOf(`/Prod/checkups/file?address=${address}`)
    expect(await of(sealAddress(secrets, 'checkup-file', opening, now + minute))).toBe(200)
    expect(await of(sealAddress(secrets, 'document', opening, now + minute))).toBe(403)
    expect(
      await of(sealAddress(secretBox(new Uint8Array(32)), 'checkup-file', opening, now + minute)),
    ).toBe(403)
    const sealed = path.split('address=')[1] ?? ''
    for (const bad of ['', 'x', `${sealed.slice(0, -8)}AAAAAAAA`]) expect(await of(bad)).toBe(403)
    const { signIn: _signIn, ...former } = opening
    const old = secrets.seal(
      'checkup-file-address',
      JSON.stringify({ ...former, untilMs: now + minute }),
    )
    expect(await of(Buffer.from(old).toString('base64url'))).toBe(403)
    expect(
      await of(sealAddress(secrets, 'checkup-file', { ...opening, id: 'other' }, now + minute)),
    ).toBe(404)
  })

  test('is for its reader in their organisation alone: whoever else has the address by another name reads nothing', async () => {
    for (const [userId, organizationId, status] of [
      ['carer', 'h', 200], // the care home sees this patient, and the check-up with its files
      ['gp', 'p', 404],
      ['nurse', 'h', 404],
      ['nobody', 'w', 404],
      ['owl', 'w', 200],
      ['selfcare', 'w', 404],
    ] as const) {
      const address = sealAddress(
        secrets,
        'checkup-file',
        {
          id: 'sound',
          userId,
          organizationId,
          signIn: { sessionId: null, authTime: 0 },
          actedBy: null,
        },
        now + minute,
      )
      expect(await statusOf(`/Prod/checkups/file?address=${address}`), userId).toBe(status)
    }
  })

  test('another organisation, another ward and a made-up check-up are answered alike', async () => {
    expect(codeOf(await ask({ as: 'carer', in: 'h' }))).toBe('ok')
    const answers = [
      await ask({ as: 'gp', in: 'p' }),
      await ask({ as: 'nurse' }, 'c-b1'),
      await ask({ as: 'nurse' }, 'c-none'),
    ]
    for (const answer of answers) expect(codeOf(answer)).toBe('NOT_FOUND')
    expect(new Set(answers.map(({ errors }) => errors[0]?.message)).size).toBe(1)
    expect(codeOf(await server.ask('{ checkupFiles(checkupId: "c-f1") { url } }'))).toBe(
      'UNAUTHORIZED',
    )
  })

  test('dies with the sign-in of its reader, and with their rights', async () => {
    const path = await soundOf()
    expect(await statusOf(path)).toBe(200)
    signedOut.add('nurse')
    expect(await statusOf(path)).toBe(404)
    signedOut.delete('nurse')
    const [kept] = await rows(
      sql`select roles::text as roles from user_organization where user_id = 'nurse' and organization_id = 'w'`,
    )
    const setRoles = (roles: string) =>
      rows(
        sql`update user_organization set roles = ${roles}::jsonb where user_id = 'nurse' and organization_id = 'w'`,
      )
    await setRoles('[]')
    expect(await statusOf(path)).toBe(404)
    await setRoles(String(kept?.['roles']))
    await rows(sql`delete from ward_staff where user_id = 'nurse'`)
    expect(await statusOf(path)).toBe(404)
    await rows(
      sql`insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'nurse', 'w', now())`,
    )
    expect(await statusOf(path)).toBe(200)
  })

  test('who opened the record in an emergency reads them until that ends', async () => {
    await rows(sql`delete from ward_staff where user_id = 'owl'`)
    expect(codeOf(await ask({ as: 'owl' }))).toBe('NOT_FOUND')
    await rows(sql`insert into emergency_access (id, organization_id, user_id, patient_id, reason, opened_at, ends_at)
      values ('e1', 'w', 'owl', 'f1', 'Nobody of the ward is here', ${at(1)}, ${at(-3)})`)
    const path = await soundOf({ as: 'owl' })
    expect(await statusOf(path)).toBe(200)
    clockMs = now + 3 * minute
    expect(await statusOf(path)).toBe(404)
    clockMs = now
  })

  test('looking at them is no entry of the action log: the check-up was looked at, and that is kept apart', async () => {
    const count = async () => (await rows(sql`select count(*)::int as n from action_log`))[0]?.['n']
    const before = await count()
    expect(await statusOf(await soundOf())).toBe(200)
    expect(await count()).toBe(before)
  })
})
