import type { Random } from '../sim/random'
import type { Reading, Vitals } from './ledger'
import { adminOf, hourOf, isDay, NoAnswer, Refused, type Patient, type Play } from './play'
import { emailOf, hour, minute, wardOf, type Person } from './world'

/** An id of its own, of the seed's chance. */
const idOf = (random: Random): string =>
  [8, 4, 4, 4, 12]
    .map((length) => Array.from({ length }, () => random.below(16).toString(16)).join(''))
    .join('-')

/** How ill somebody is: 0 well, 1 a NEWS2 of 5 or 6, 2 one of 7 and more. */
type Level = 0 | 1 | 2

/** What is measured of somebody that ill. */
export const vitalsOf = (random: Random, level: Level): Vitals => {
  const some = (low: number, high: number): number => Math.round(random.between(low, high))
  const well: Vitals = {
    breaths: some(13, 19),
    saturation: some(96, 98),
    systolic: some(115, 145),
    diastolic: some(60, 85),
    pulse: some(58, 86),
    temperature: some(364, 376) / 10,
    consciousness: 'A',
  }
  if (level === 0) return random.chance(0.2) ? { ...well, pulse: some(91, 105) } : well
  if (level === 1)
    return random.chance(0.5)
      ? { ...well, breaths: some(21, 24), saturation: some(92, 93), pulse: some(91, 108) }
      : { ...well, breaths: some(25, 28), saturation: some(92, 93), pulse: some(60, 85) }
  return {
    ...well,
    breaths: some(25, 32),
    saturation: some(85, 91),
    pulse: some(111, 135),
    temperature: some(385, 399) / 10,
    consciousness: random.chance(0.15) ? 'V' : 'A',
  }
}

interface Illness {
  readonly fromMs: number
  readonly untilMs: number
  readonly level: Level
}
const levelAt = (illnesses: readonly Illness[], ms: number): Level =>
  illnesses.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)?.level ?? 0

/** Sends again until the server says that it has it: at once, and then now and then. */
const sendUntilTaken = (play: Play, reading: Reading, who: string): (() => Promise<void>) => {
  const send = async (): Promise<void> => {
    try {
      await play.send(reading)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      play.at(play.now() + play.random.between(1, 4) * minute, who, send)
      return
    }
    await play.look(reading.patient)
  }
  return send
}

/** A patient's device: it measures by the pathway's hours, more often when they are ill. */
export const startDevice = (play: Play, patient: Patient, isSilent: boolean): void => {
  const { random, given } = play
  const who = `device of ${patient.id}`
  const illnesses: Illness[] = []
  for (let ms = play.now() - 6 * hour; ms < given.untilMs;) {
    ms += random.around(given.pace.illEveryHours) * hour
    const untilMs = ms + random.between(2, 9) * hour
    illnesses.push({ fromMs: ms, untilMs, level: random.chance(0.6) ? 2 : 1 })
    ms = untilMs
  }
  patient.levelAt = (ms) => levelAt(illnesses, ms)
  const silentFrom = given.fromMs + random.between(20, 40) * hour
  const silentUntil = silentFrom + random.between(8, 20) * hour
  const measure = (ms: number): void => {
    const endedMs = Math.round(ms)
    play.at(endedMs, who, () => {
      if (!patient.isHere) return Promise.resolve()
      const reading: Reading = {
        id: idOf(random),
        patient: patient.id,
        by: who,
        endedMs: play.now(),
        vitals: vitalsOf(random, levelAt(illnesses, endedMs)),
        acceptedMs: null,
        tries: 0,
        struckMs: null,
      }
      play.ledger.readings.set(reading.id, reading)
      play.count('check-ups')
      const send = sendUntilTaken(play, reading, who)
      const delayMs =
        isSilent && endedMs >= silentFrom && endedMs < silentUntil
          ? silentUntil - endedMs + random.between(0, 10) * minute
          : random.chance(0.06)
            ? random.between(0.3, 6) * hour
            : random.between(5, 50) * 1000
      play.at(play.now() + delayMs, who, send)
      if (random.chance(0.08)) play.at(play.now() + delayMs + 30_000, who, send)
      return Promise.resolve()
    })
  }
  const plan = (ms: number): Promise<void> => {
    const { hours } = wardOf(patient.pathwayOf)
    if (hours.includes(hourOf(ms + hour)) && !random.chance(0.05))
      measure(ms + hour + random.between(-25, 50) * minute)
    if (levelAt(illnesses, ms) > 0 && random.chance(0.35))
      measure(ms + random.between(0, 60) * minute)
    return Promise.resolve()
  }
  for (let ms = Math.ceil(play.now() / hour) * hour; ms < given.untilMs; ms += hour)
    play.at(ms, who, () => plan(ms))
}

interface OpenAlert {
  readonly id: string
  readonly severity: number
  readonly acknowledgedBy: { readonly id: string } | null
}

/** Once more the same, where nobody knows what became of it. */
export const press = async <Data>(
  play: Play,
  by: string,
  mutation: string,
  variables: object,
  /** What is in the log where it is done, as `action entity`. */
  acts: readonly string[] = [],
): Promise<Data> => {
  const key = idOf(play.random)
  for (let tries = 0; ; tries += 1) {
    try {
      return await play.ask<Data>(by, mutation, variables, key)
    } catch (error) {
      if (!(error instanceof NoAnswer) || tries === 2) {
        if (error instanceof NoAnswer)
          play.ledger.unheard.push(...acts.map((act) => `${by} ${act}`))
        throw error
      }
      play.count('presses without an answer')
    }
  }
}

const alertsOf = async (play: Play, by: string, patient: string): Promise<readonly OpenAlert[]> =>
  (
    await play.ask<{ alerts: { alerts: readonly OpenAlert[] } }>(
      by,
      'query ($id: ID!) { alerts(patientId: $id) { alerts { id severity acknowledgedBy { id } } } }',
      { id: patient },
    )
  ).alerts.alerts

/** Says that they deal with all alerts of a patient that nobody holds. */
const takeOn = async (play: Play, by: string, patient: string): Promise<void> => {
  for (const alert of await alertsOf(play, by, patient)) {
    if (alert.acknowledgedBy !== null) continue
    await press(
      play,
      by,
      'mutation ($id: ID!) { acknowledgeAlert(id: $id, isAcknowledged: true) { id } }',
      { id: alert.id },
      [`acknowledgeAlert ${alert.id}`],
    )
    play.ledger.presses.push({
      by,
      patient,
      alert: alert.id,
      kind: 'acknowledge',
      atMs: play.now(),
    })
    play.ledger.acts.push({
      by,
      action: 'acknowledgeAlert',
      entity: alert.id,
      atMs: play.now(),
    })
    play.count('acknowledgements')
  }
  await play.look(patient)
}

/** Resolves all alerts of a patient, with what was done. */
const resolve = async (play: Play, by: string, patient: string): Promise<void> => {
  const open = await alertsOf(play, by, patient)
  if (open.length === 0) return
  await press(
    play,
    by,
    'mutation ($alerts: [AlertStatusInput!]!) { setAlertStatus(alerts: $alerts) { id } }',
    {
      alerts: open.map(({ id }) => ({
        id,
        status: 'closed',
        outcome: play.random.pick(['rang', 'visited', 'planChanged']),
      })),
    },
    open.map(({ id }) => `setAlertStatus ${id}`),
  )
  for (const { id } of open) {
    play.ledger.presses.push({ by, patient, alert: id, kind: 'resolve', atMs: play.now() })
    play.ledger.acts.push({ by, action: 'setAlertStatus', entity: id, atMs: play.now() })
    play.count('resolutions')
  }
  await play.look(patient)
}

/** Who is not allowed any more, or finds nothing any more, leaves it. */
const unlessGone = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Refused && ['NOT_FOUND', 'UNAUTHORIZED', 'FORBIDDEN'].includes(error.code))
      return
    throw error
  }
}

/** Takes on a patient's alerts, and resolves them later, or forgets them. */
const deal = async (play: Play, person: Person, patient: string): Promise<void> => {
  await unlessGone(() => takeOn(play, person.id, patient))
  if (!play.random.chance(0.65)) return
  play.at(play.now() + play.random.between(10, 150) * minute, person.id, () =>
    unlessGone(() => resolve(play, person.id, patient)),
  )
}

/** Somebody on call: hears mails and pushes, and answers some. */
export const startOnCall = (play: Play, person: Person): void => {
  play.hear((to, patient) => {
    if (to !== emailOf(person.id) || patient === null) return
    const { day, night } = person.answers
    if (!play.random.chance(isDay(play.now()) ? day : night)) return
    play.at(play.now() + play.random.between(0.7, 7) * minute, person.id, () => {
      play.count('answers')
      return deal(play, person, patient)
    })
  })
}

/** A nurse in their shift: looks at the board now and then, and deals with what they see. */
export const startShifts = (play: Play, person: Person): void => {
  const { random, given } = play
  if (person.shift === null) return
  const round = async (): Promise<void> => {
    if (isDay(play.now()) !== (person.shift === 'day') || play.ledger.gone.has(person.id)) return
    const { virtualWardPatients: board } = await play.ask<{
      virtualWardPatients: {
        patients: readonly { id: string; alerts: readonly OpenAlert[] }[]
      }
    }>(
      person.id,
      '{ virtualWardPatients(take: 50, skip: 0) { patients { id alerts { id severity acknowledgedBy { id } } } } }',
    )
    play.count('rounds')
    for (const { id } of play.patients) {
      const alerts = board.patients.find((one) => one.id === id)?.alerts ?? []
      if (!alerts.some(({ acknowledgedBy }) => acknowledgedBy === null)) continue
      if (random.chance(0.35)) await deal(play, person, id)
    }
  }
  for (let ms = given.fromMs; ms < given.untilMs; ms += random.between(12, 40) * minute) {
    play.at(ms, person.id, () => unlessGone(round))
    // They also ask for a record that may be none of theirs.
    play.at(ms, person.id, () =>
      unlessGone(async () => {
        play.count('looks at any record')
        await alertsOf(play, person.id, random.pick(play.patients).id)
      }),
    )
  }
}

const surnames = [
  'Abbot',
  'Brook',
  'Carr',
  'Dale',
  'Ellis',
  'Frost',
  'Gale',
  'Hurst',
  'Irwin',
  'Jarvis',
  'Keane',
  'Lowe',
  'Marsh',
  'North',
  'Orme',
  'Pryce',
  'Quill',
  'Rowe',
  'Stone',
  'Tarn',
  'Urwin',
  'Vance',
  'Wells',
  'Yates',
]
const firstNames = ['Ada', 'Bert', 'Clara', 'Doris', 'Edith', 'Frank', 'Grace', 'Harold']

/** Registers and admits a patient. */
export const admit = async (play: Play, ward: string): Promise<Patient> => {
  const { organization, pathway } = wardOf(ward)
  const by = adminOf(organization)
  const nth = play.patients.length
  const { createPatient: made } = await press<{ createPatient: { id: string } }>(
    play,
    by,
    `mutation ($f: String!, $l: String!, $b: String!) { createPatient(type: "elderly", firstName: $f, lastName: $l, birthDate: $b, gender: female) { id } }`,
    {
      f: firstNames[nth % firstNames.length],
      l: surnames[nth % surnames.length],
      b: `19${String(30 + (nth % 25)).padStart(2, '0')}-0${1 + (nth % 9)}-1${nth % 10}`,
    },
  )
  const patient: Patient = {
    id: made.id,
    organization,
    ward,
    pathwayOf: ward,
    isHere: true,
    levelAt: () => 0,
  }
  play.patients.push(patient)
  await press(
    play,
    by,
    `mutation ($p: ID!, $w: ID!, $c: ID!) { admitPatientToWard(patientId: $p, wardId: $w, carePathwayId: $c) { id } }`,
    { p: made.id, w: ward, c: pathway },
  )
  play.ledger.stays.push({
    patient: made.id,
    organization,
    ward,
    began: 'admitted',
    fromMs: play.now(),
    admittedMs: play.now(),
    ended: null,
  })
  play.count('admissions')
  return patient
}

/** Says who is called on a ward from now on. */
export const plan = async (
  play: Play,
  ward: string,
  dayLine: readonly string[],
  nightLine: readonly string[],
  seen: string | null,
): Promise<string> => {
  const days = [1, 2, 3, 4, 5, 6, 7]
  const lineOf = (line: readonly string[]) =>
    line.map((id) =>
      id.includes('@') ? { provider: { name: 'Night doctor', email: id } } : { userId: id },
    )
  const { changeOnCallPlan: made } = await press<{ changeOnCallPlan: { changedAt: string } }>(
    play,
    adminOf(wardOf(ward).organization),
    `mutation ($w: ID!, $s: [OnCallSlotInput!]!, $seen: DateTime) {
      changeOnCallPlan(wardId: $w, slots: $s, minutesOfSeverity4: 5, minutesOfSeverity3: 10, seen: $seen) { changedAt } }`,
    {
      w: ward,
      seen,
      s: [
        { days, from: '08:00', until: '20:00', line: lineOf(dayLine) },
        { days, from: '20:00', until: '08:00', line: lineOf(nightLine) },
      ],
    },
  )
  play.ledger.plans.push({ ward, fromMs: play.now(), day: dayLine, night: nightLine })
  return made.changedAt
}

/** Servers die: at a moment of their own, or while they do something. */
export const startKills = (play: Play): void => {
  const { random, given } = play
  for (let ms = given.fromMs; ;) {
    ms += random.around(given.pace.killEveryHours) * hour
    if (ms >= given.untilMs - 12 * minute) return
    play.at(ms, 'operator', () => {
      play.kill(
        random.chance(0.3)
          ? undefined
          : {
              after: 1 + random.below(14),
              moment: random.chance(0.5) ? 'before-commit' : 'after-commit',
            },
      )
      return Promise.resolve()
    })
  }
}
