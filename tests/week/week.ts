import { judge } from './checks'
import type { Check } from './check'
import { prepare, type Given, type Play } from './play'
import { admit, plan, startDevice, startKills, startOnCall, startShifts } from './programs'
import { startAdministrators } from './administrators'
import { startTablet } from './tablets'
import { minute, people, wardOf } from './world'

/** What came of a play. */
export interface Outcome {
  readonly play: Play
  readonly checks: readonly Check[]
}

/** Plays a week, or an hour of it, and judges it. */
export const playWeek = async (given: Given): Promise<Outcome> => {
  const play = await prepare(given)
  play.at(given.fromMs - 30 * minute, 'administrators', async () => {
    for (const ward of play.wards) {
      const { plan: line } = wardOf(ward)
      await plan(play, ward, line.day, line.night, null)
      for (let nth = 0; nth < (given.patients[ward] ?? 0); nth += 1)
        startDevice(play, await admit(play, ward), nth === 2)
    }
  })
  for (const person of people) {
    startOnCall(play, person)
    startShifts(play, person)
    if (person.hasTablet && person.wards.some((ward) => play.wards.includes(ward)))
      startTablet(play, person)
  }
  startAdministrators(play)
  startKills(play)
  await play.run()
  return { play, checks: await judge(play, given.database) }
}

/** What is printed of a play: the first check that failed with its lines, or what was judged. */
export const summaryOf = ({ play, checks }: Outcome): string => {
  const hours = (play.given.untilMs - play.given.fromMs) / 3_600_000
  const counted = [...play.counts].map(([what, count]) => `${count} ${what}`).join(', ')
  const lines = [
    `seed ${play.given.seed}: ${hours} hours, ${people.length} people, ${play.patients.length} patients: ${counted}`,
    ...checks.map(
      ({ name, judged, failures }) =>
        `${failures.length === 0 ? 'holds' : 'FAILS'} (${judged}${failures.length === 0 ? '' : `, ${failures.length} not`}): ${name}`,
    ),
  ]
  const failed = checks.filter(({ failures }) => failures.length > 0)
  return [
    ...lines,
    ...failed.flatMap(({ name, failures }) => ['', name, ...failures.slice(0, 3)]),
  ].join('\n')
}
