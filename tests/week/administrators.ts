import { adminOf, type Patient, type Play } from './play'
import { admit, plan, press, startDevice } from './programs'
import { hour, minute, north, people, south, wardOf, type Person } from './world'

/** The stay of a patient that goes on. */
const stayOf = (play: Play, patient: Patient) =>
  play.ledger.stays.findLast((stay) => stay.patient === patient.id && stay.ended === null)

const leave = (play: Play, patient: Patient, as: 'moved' | 'discharged'): void => {
  const stay = stayOf(play, patient)
  if (stay !== undefined) stay.ended = { as, atMs: play.now() }
}

const discharge = async (play: Play, patient: Patient): Promise<void> => {
  await press(
    play,
    adminOf(patient.organization),
    'mutation ($p: ID!, $w: ID!) { dischargePatientFromWard(patientId: $p, wardId: $w, reason: { type: "TreatmentCompleted" }) { id } }',
    { p: patient.id, w: patient.ward },
  )
  leave(play, patient, 'discharged')
  patient.isHere = false
  play.count('discharges')
  await play.look(patient.id)
}

const move = async (play: Play, patient: Patient, ward: string): Promise<void> => {
  const admittedMs = stayOf(play, patient)?.admittedMs ?? play.now()
  await press(
    play,
    adminOf(patient.organization),
    'mutation ($p: ID!, $w: ID!) { transferPatientToWard(patientId: $p, wardId: $w) { id } }',
    { p: patient.id, w: ward },
  )
  leave(play, patient, 'moved')
  patient.ward = ward
  play.ledger.stays.push({
    patient: patient.id,
    organization: patient.organization,
    ward,
    began: 'moved',
    fromMs: play.now(),
    admittedMs,
    ended: null,
  })
  play.count('moves')
}

/** A GP refers a patient to the other organisation, which admits them: the stay here ends with it. */
const refer = async (play: Play, patient: Patient, to: string): Promise<void> => {
  const { referPatient: made } = await press<{ referPatient: { id: string } }>(
    play,
    'gemma',
    'mutation ($i: ReferPatientInput!) { referPatient(input: $i) { id } }',
    {
      i: {
        patientId: patient.id,
        referrerDetails: { shouldDischargeOnAcceptance: true },
        dischargeDetails: { dischargeReason: 'TransferToCommunityOrRehab' },
        destinationDetails: {
          organizationId: north,
          reason: { reason: 'ProviderOrdered' },
          supportingInformation: 'Needs more than we have',
        },
      },
    },
  )
  play.count('referrals')
  play.ledger.referred.push({ patient: patient.id, to: north, atMs: play.now() })
  play.at(play.now() + play.random.between(5, 15) * minute, 'adam', async () => {
    if (!patient.isHere) return
    await press(
      play,
      'adam',
      `mutation ($p: ID!, $w: ID!, $c: ID!, $r: ID!) {
        admitPatientToWard(patientId: $p, wardId: $w, carePathwayId: $c, referralId: $r) { id } }`,
      { p: patient.id, w: to, c: wardOf(to).pathway, r: made.id },
    )
    leave(play, patient, 'discharged')
    patient.organization = north
    patient.ward = to
    patient.pathwayOf = to
    play.ledger.stays.push({
      patient: patient.id,
      organization: north,
      ward: to,
      began: 'admitted',
      fromMs: play.now(),
      admittedMs: play.now(),
      ended: null,
    })
    await play.look(patient.id)
  })
}

/** The account of somebody ends; the plan still names them for a while. */
const remove = async (play: Play, person: Person): Promise<void> => {
  await press(play, adminOf(person.organization), 'mutation ($u: ID!) { deleteUser(userId: $u) }', {
    u: person.id,
  })
  play.ledger.gone.set(person.id, play.now())
  play.count('accounts that ended')
}

/** Whoever runs an organisation: one thing after the other, as often as the play says. */
export const startAdministrators = (play: Play): void => {
  const { random, given } = play
  const here = (of?: string): Patient | undefined => {
    const all = play.patients.filter(
      (one) => one.isHere && (of === undefined || one.organization === of),
    )
    return all.length === 0 ? undefined : random.pick(all)
  }
  const otherWard = (ward: string): string | undefined =>
    play.wards.find((one) => one !== ward && wardOf(one).organization === wardOf(ward).organization)
  const turns: readonly (() => Promise<void>)[] = [
    async () => {
      const patient = here(north)
      const to = patient === undefined ? undefined : otherWard(patient.ward)
      if (patient !== undefined && to !== undefined) await move(play, patient, to)
    },
    async () => {
      const patient = here()
      if (patient !== undefined) await discharge(play, patient)
    },
    async () => startDevice(play, await admit(play, random.pick(play.wards)), false),
    async () => {
      const patient = here(south)
      if (patient !== undefined && play.wards.includes('cedar')) await refer(play, patient, 'cedar')
    },
    async () => {
      const ward = random.pick(play.wards)
      const { onCallPlan: seen } = await play.ask<{
        onCallPlan: { changedAt: string }
      }>(
        adminOf(wardOf(ward).organization),
        'query ($w: ID!) { onCallPlan(wardId: $w) { changedAt } }',
        { w: ward },
      )
      const staff = people.filter(
        ({ wards, shift, id }) =>
          shift !== null && wards.includes(ward) && !play.ledger.gone.has(id),
      )
      const line = staff.map(({ id }) => id)
      await plan(play, ward, line, [...line.toReversed(), 'doctor@night.example'], seen.changedAt)
      play.count('changed plans')
    },
  ]
  let nth = 0
  for (
    let ms = given.fromMs + (given.pace.turnEveryHours * hour) / 2;
    ms < given.untilMs - 5 * minute;
  ) {
    const turn = turns[(nth += 1) % turns.length]
    if (turn !== undefined) play.at(ms, 'administrators', turn)
    ms += given.pace.turnEveryHours * hour * random.between(0.7, 1.3)
  }
  // Cleo leaves in the second half.
  const cleo = people.find(({ id }) => id === 'cleo')
  if (cleo !== undefined && play.wards.includes('cedar'))
    play.at(given.fromMs + (given.untilMs - given.fromMs) * 0.6, 'adam', () => remove(play, cleo))
}
