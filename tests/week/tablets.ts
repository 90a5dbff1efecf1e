import { createTablet, type Tablet } from '../flow/ward-tablet'
import { recordObservations, strikeOutCheckup } from '../../src/data/checkup'
import { writeHandover } from '../../src/data/handover'
import { patientRecord } from '../../src/data/patient'
import { requestRepeat } from '../../src/data/repeat'
import { addTask, endTask } from '../../src/data/task'
import { scoredAsKnown } from '../../src/domain/observation/known'
import type { Patient as PatientRecord } from '../../src/domain/patient/patient'
import { openTasks } from '../../src/domain/task/task'
import type { CommandResult, Runtime } from '../../src/engine/define'
import { systemClock } from '../../src/platform/clock'
import { isDay, NoAnswer, type Patient, type Play } from './play'
import { vitalsOf } from './programs'
import { hour, minute, type Person } from './world'

/** A moment of the machine's own time, in which a page goes on with what it does. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4))

/** A nurse's tablet in one shift. */
interface Desk {
  readonly tablet: Tablet
  tab: Runtime
  /** Requests that came to nothing. */
  failures: number
  /** The line is down until a later visit. */
  isCut: boolean
  /** What was saved, and what is to be written down once the server has it. */
  readonly pending: Map<string, () => void>
  /** What this page listed as waiting, at any time. */
  listed: ReadonlySet<string>
}

/** A nurse who works with the production engine on a device: what it saved is kept until it is sent. */
export const startTablet = (play: Play, person: Person): void => {
  const { random, given } = play
  let desk: Desk | null = null
  let shifts = 0
  const clock = {
    ...systemClock,
    now: () => play.now(),
    monotonic: () => play.now() - given.fromMs + 2 * hour,
  }
  const act = (action: string, entity: string): void => {
    play.ledger.acts.push({ by: person.id, action, entity, atMs: play.now() })
  }

  const onWard = (): readonly Patient[] =>
    play.patients.filter(({ isHere, ward }) => isHere && person.wards.includes(ward))

  /** What the page shows of a patient; null: it does not come while the line is as it is. */
  const recordOf = async (at: Desk, patient: Patient): Promise<PatientRecord | null> => {
    const shown = at.tab.watch(patientRecord, { patientId: patient.id })
    const end = shown.subscribe(() => undefined)
    try {
      const failed = at.failures
      // Without an answer the page shows what it keeps.
      if (!at.isCut)
        await at.tab
          .refresh(patientRecord, { patientId: patient.id })
          .catch(() => (at.failures += 1))
      for (let turns = 0; turns < 500; turns += 1) {
        const {
          ready,
          rows: [row],
        } = shown.get()
        if (row !== undefined) return row
        if (ready && (at.isCut || at.failures > failed)) return null
        await turn()
      }
      return null
    } finally {
      end()
    }
  }

  /** Has the page send all that it may; false: the line or the server does not let it. */
  const drain = async (at: Desk): Promise<boolean> => {
    const failed = at.failures
    // What was saved is listed a moment later; what was sent meanwhile was listed before.
    for (let turns = 0; turns < 500; turns += 1) {
      if ([...at.pending.keys()].every((id) => at.listed.has(id))) break
      await turn()
    }
    at.tablet.reconnect()
    for (;;) {
      const items = at.tab.outbox.get()
      const left = items.filter(({ state }) => state !== 'refused')
      if (left.length === 0) break
      if (at.failures > failed) return false
      await turn()
    }
    const isNews = at.pending.size > 0
    const refused = new Set(at.tab.outbox.get().map(({ id }) => id))
    for (const [id, done] of at.pending) {
      at.pending.delete(id)
      if (refused.has(id)) play.count('commands that were refused')
      else {
        play.count('commands from tablets')
        done()
      }
    }
    if (isNews) for (const { id } of onWard()) await play.look(id)
    return true
  }

  /** A page on the tablet. */
  const open = async (at: Desk): Promise<void> => {
    at.tab = await at.tablet.openTab({ clock })
    const listed = new Set<string>()
    at.listed = listed
    const { outbox } = at.tab
    outbox.subscribe(() => outbox.get().forEach(({ id }) => listed.add(id)))
  }

  const openDesk = async (): Promise<Desk> => {
    shifts += 1
    const at: { -readonly [Key in keyof Desk]: Desk[Key] } = {
      tablet: createTablet({
        app: {
          request: async (url, init = {}) => {
            try {
              const answer = await play.request(url, init)
              play.note(person.id, await answer.clone().text())
              return answer
            } catch (error) {
              at.failures += 1
              throw error instanceof NoAnswer ? new TypeError('Failed to fetch') : error
            }
          },
        },
      }),
      tab: undefined as unknown as Runtime,
      failures: 0,
      isCut: false,
      pending: new Map(),
      listed: new Set(),
    }
    at.tablet.token = `${person.id}~${shifts}`
    await open(at)
    const signedIn = await at.tab.session.completeSignIn()
    if (signedIn.kind !== 'done') {
      await at.tablet.closeAll()
      throw new NoAnswer('Not signed in')
    }
    return at
  }

  const saved = (at: Desk, result: CommandResult<unknown>, done: (id: string) => void): void => {
    if (result.kind !== 'saved') {
      play.count(`commands that the tablet did not take (${result.kind})`)
      return
    }
    at.pending.set(result.id, () => done(result.id))
  }

  const observe = async (at: Desk, patient: Patient, row: PatientRecord): Promise<void> => {
    const vitals = vitalsOf(random, random.chance(0.15) ? 2 : patient.levelAt(play.now()))
    const minutesAgo = random.below(10)
    const endedMs = play.now() - minutesAgo * minute
    const manual = { device: null, isManual: true }
    const readings = {
      respiratoryRate: { value: vitals.breaths, source: 'manual' },
      pulseOxiData: { averageSpO2: vitals.saturation, ...manual },
      onOxygen: false,
      bloodPressureData: {
        systolic: vitals.systolic,
        diastolic: vitals.diastolic,
        position: null,
        ...manual,
      },
      pulseRate: { value: vitals.pulse, source: null, isManual: true },
      consciousness: vitals.consciousness,
      temperature: { value: vitals.temperature, ...manual },
    }
    const scored = scoredAsKnown(readings, row, [], endedMs)
    const result = await at.tab.run(recordObservations, {
      patientId: patient.id,
      how: 'bedside',
      minutesAgo,
      checkupType: null,
      notMeasured: [],
      readings,
      shown: { ...scored.readings, how: 'bedside', ewsScores: scored.ewsScores },
    })
    if (result.kind === 'saved')
      play.ledger.readings.set(result.id, {
        id: result.id,
        patient: patient.id,
        by: person.id,
        endedMs,
        vitals,
        acceptedMs: null,
        tries: 1,
        struckMs: null,
      })
    saved(at, result, (id) => {
      const reading = play.ledger.readings.get(id)
      if (reading !== undefined) reading.acceptedMs = play.now()
      act('recordObservations', id)
    })
  }

  const strikeOut = async (at: Desk): Promise<void> => {
    const mine = [...play.ledger.readings.values()].filter(
      (one) =>
        one.by === person.id &&
        one.acceptedMs !== null &&
        one.struckMs === null &&
        onWard().some(({ id }) => id === one.patient),
    )
    const reading = mine.at(-1)
    if (reading === undefined) return
    saved(
      at,
      await at.tab.run(strikeOutCheckup, {
        patientId: reading.patient,
        checkupId: reading.id,
        reason: 'wrongValue',
        text: null,
      }),
      () => {
        if (reading.struckMs !== null) return
        reading.struckMs = play.now()
        act('strikeOutCheckup', reading.id)
        play.count('strike-outs')
      },
    )
  }

  const writeTask = async (at: Desk, patient: Patient): Promise<void> => {
    const text = `Task ${play.ledger.duties.size + at.pending.size} of ${person.id}`
    const result = await at.tab.run(addTask, {
      patientId: patient.id,
      text,
      dueAt: new Date(play.now() + random.between(20, 400) * minute).toISOString(),
      isMine: random.chance(0.5),
    })
    saved(at, result, (id) => {
      play.ledger.duties.set(id, {
        id,
        patient: patient.id,
        organization: person.organization,
        text,
        by: person.id,
        ends: [],
      })
      act('addTask', id)
    })
  }

  const finishTask = async (at: Desk, patient: Patient, row: PatientRecord): Promise<void> => {
    const duty = openTasks(row).flatMap(({ id }) => play.ledger.duties.get(id) ?? [])[0]
    if (duty === undefined) return
    const as = random.chance(0.8) ? ('done' as const) : ('cancelled' as const)
    // A press too many is the same press.
    for (let presses = random.chance(0.2) ? 2 : 1; presses > 0; presses -= 1)
      saved(
        at,
        await at.tab.run(endTask, {
          patientId: patient.id,
          taskId: duty.id,
          text: duty.text,
          as,
          outcome: null,
        }),
        (id) => {
          if (duty.ends.length === 0) act(as === 'done' ? 'completeTask' : 'cancelTask', duty.id)
          duty.ends.push({ by: person.id, as, id })
        },
      )
  }

  const askAgain = async (at: Desk, patient: Patient): Promise<void> => {
    saved(
      at,
      await at.tab.run(requestRepeat, {
        patientId: patient.id,
        inMinutes: 15 + random.below(40),
        everyMinutes: null,
        forMinutes: null,
        reason: 'Breathes faster',
      }),
      (id) => act('requestRepeat', id),
    )
  }

  const handOver = async (at: Desk, patient: Patient): Promise<void> => {
    const text = `Handed over ${play.ledger.texts.length} by ${person.id}`
    saved(
      at,
      await at.tab.run(writeHandover, {
        patientId: patient.id,
        situation: text,
        background: null,
        assessment: null,
        recommendation: null,
        decision: null,
      }),
      (id) => {
        play.ledger.texts.push({ by: person.id, patient: patient.id, text, atMs: play.now() })
        act('writeHandover', id)
      },
    )
  }

  /** The browser is killed, and opened again on what it had stored. */
  const kill = async (at: Desk): Promise<void> => {
    await at.tab.close()
    await open(at)
    for (let turns = 0; at.tab.session.get().status !== 'signed-in' && turns < 2_000; turns += 1)
      await turn()
    play.count('killed browsers')
  }

  const finish = async (at: Desk): Promise<boolean> => {
    at.isCut = false
    if (!(await drain(at))) return false
    await at.tablet.closeAll()
    desk = null
    return true
  }

  const isOn = (): boolean => isDay(play.now()) === (person.shift === 'day')
  const visit = async (): Promise<void> => {
    if (play.ledger.gone.has(person.id)) {
      await desk?.tablet.closeAll()
      desk = null
      return
    }
    if (!isOn()) {
      if (desk !== null && !(await finish(desk))) desk.tablet.network = 'down'
      return
    }
    desk ??= await openDesk()
    const at = desk
    at.isCut = at.isCut ? random.chance(0.6) : random.chance(0.25)
    if (at.isCut) at.tablet.network = 'down'
    else at.tablet.reconnect()
    if (random.chance(0.15)) await kill(at)
    const patients = onWard()
    for (let things = 1 + random.below(3); things > 0 && patients.length > 0; things -= 1) {
      const patient = random.pick(patients)
      const what = random.next()
      const row = await recordOf(at, patient)
      if (row === null) continue
      play.count('visits')
      if (what < 0.4) await observe(at, patient, row)
      else if (what < 0.6) await writeTask(at, patient)
      else if (what < 0.8) await finishTask(at, patient, row)
      else if (what < 0.85) await askAgain(at, patient)
      else if (what < 0.9) await handOver(at, patient)
      else await strikeOut(at)
    }
    if (!at.isCut) await drain(at)
    at.tablet.network = 'down'
  }
  for (let ms = given.fromMs + random.between(1, 20) * minute; ms < given.untilMs - 8 * minute;) {
    play.at(ms, `tablet of ${person.id}`, visit)
    ms += given.pace.visitEveryHours * hour * random.between(0.5, 1.5)
  }
  /** All is sent before the end. */
  const last = async (): Promise<void> => {
    if (desk === null) return
    if (play.ledger.gone.has(person.id)) {
      await desk.tablet.closeAll()
      desk = null
    } else if (!(await finish(desk))) play.at(play.now() + 20_000, person.id, last)
  }
  play.at(given.untilMs - 6 * minute, `tablet of ${person.id}`, last)
}
