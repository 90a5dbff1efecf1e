import { newCheck, say, type Check } from './check'
import { adminOf, type Play } from './play'
import { personOf } from './world'

/**
 * Nobody was given anything of a patient whom they may not see: nurses see who is on their wards, and of
 * their own organisation who is on no ward; administrators see all whom their organisation ever had.
 */
export const nobodySawMore = (play: Play): Check => {
  const check = newCheck('nobody was given anything of a patient whom they may not see')
  for (const { to, patient, atMs } of play.ledger.given) {
    check.judged += 1
    const { organization, wards } = personOf(to)
    const stays = play.ledger.stays.filter((stay) => stay.patient === patient)
    const was = stays.filter((stay) => stay.organization === organization && stay.fromMs <= atMs)
    const now = stays.filter(
      (stay) => stay.fromMs <= atMs && (stay.ended === null || stay.ended.atMs >= atMs),
    )
    const isRegistering = stays.every(({ fromMs }) => fromMs > atMs)
    const mayAsAdmin =
      to === adminOf(organization) &&
      (was.length > 0 ||
        (isRegistering &&
          play.patients.find(({ id }) => id === patient)?.organization === organization) ||
        play.ledger.referred.some(
          (one) => one.patient === patient && one.to === organization && one.atMs <= atMs,
        ))
    const mayAsNurse =
      now.some((stay) => wards.includes(stay.ward)) ||
      (was.length > 0 && !now.some((stay) => stay.organization === organization))
    const isGone = (play.ledger.gone.get(to) ?? Infinity) < atMs
    if (isGone || (!mayAsAdmin && !mayAsNurse))
      check.failures.push(
        `${to} was given ${patient} at ${say(atMs)}${isGone ? ', after their account ended' : `, who was on ${now.map(({ ward }) => ward).join(', ') || 'no ward'}`}`,
      )
  }
  return check
}
