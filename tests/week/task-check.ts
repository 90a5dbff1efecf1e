import { newCheck, say, type Check } from './check'
import { adminOf, type Play } from './play'

interface WireTask {
  readonly id: string
  readonly text: string
  readonly end: { readonly as: string; readonly by: { readonly id: string } | null } | null
}

/** Every task is ended as whoever ended it was told, or shown as to be done; nobody ended one twice. */
export const tasksAreKept = async (play: Play): Promise<Check> => {
  const check = newCheck(
    'every task is ended or to be done, none is ended twice, and none is there that nobody wrote',
  )
  for (const organization of new Set(play.patients.map((one) => one.organization))) {
    const { virtualWardPatients: board } = await play.ask<{
      virtualWardPatients: { patients: readonly { id: string; tasks: readonly WireTask[] }[] }
    }>(
      adminOf(organization),
      '{ virtualWardPatients(take: 50, skip: 0) { patients { id tasks { id text end { as by { id } } } } } }',
    )
    for (const { id: patient } of play.patients.filter(
      (one) => one.organization === organization,
    )) {
      const { patient: record } = await play.ask<{
        patient: { readonly tasks: readonly WireTask[] }
      }>(
        adminOf(organization),
        'query ($p: ID!) { patient(patientId: $p) { tasks { id text end { as by { id } } } } }',
        { p: patient },
      )
      const card = board.patients.find(({ id }) => id === patient)
      const duties = [...play.ledger.duties.values()].filter(
        (one) => one.patient === patient && one.organization === organization,
      )
      for (const duty of duties) {
        check.judged += 1
        const told = `${patient} '${duty.text}' ${duty.id}, ended by ${duty.ends.map(({ by, as }) => `${by} as ${as}`).join(', ') || 'nobody'}`
        const onRecord = record.tasks.filter(({ id }) => id === duty.id)
        const onCard = card?.tasks.filter(({ id }) => id === duty.id) ?? []
        if (onRecord.length > 1 || onCard.length > 1) check.failures.push(`${told}: shown twice`)
        const isOpen = [...onRecord, ...onCard].some(({ end }) => end === null)
        const [first] = duty.ends
        if (first !== undefined && isOpen) check.failures.push(`${told}: it is to be done`)
        if (first === undefined && (!isOpen || (card !== undefined && onCard.length === 0)))
          check.failures.push(`${told}: it is not to be done`)
        const end = onRecord[0]?.end
        if (first !== undefined && end != null && (end.as !== first.as || end.by?.id !== first.by))
          check.failures.push(`${told}: ended by ${end.by?.id} as ${end.as}`)
      }
      for (const { id, text } of [...record.tasks, ...(card?.tasks ?? [])])
        if (!play.ledger.duties.has(id))
          check.failures.push(`${patient} '${text}' ${id}: nobody was told that it is kept`)
    }
  }
  return check
}

/** What was written for the next shift is on the record: of each author what they wrote last. */
export const textsAreKept = async (play: Play): Promise<Check> => {
  const check = newCheck('what was written for the next shift is there, of each author the last')
  for (const { id: patient, organization } of play.patients) {
    const texts = play.ledger.texts.filter((one) => one.patient === patient)
    if (texts.length === 0) continue
    const { patient: record } = await play.ask<{
      patient: {
        readonly handovers: readonly {
          readonly situation: string | null
          readonly createdBy: { readonly id: string } | null
        }[]
      }
    }>(
      adminOf(organization),
      'query ($p: ID!) { patient(patientId: $p) { handovers { situation createdBy { id } } } }',
      { p: patient },
    )
    for (const by of new Set(texts.map((one) => one.by))) {
      const last = texts.findLast((one) => one.by === by)
      // What is a shift old is history.
      if (last === undefined || play.now() - last.atMs > 10 * 3_600_000) continue
      check.judged += 1
      if (!record.handovers.some(({ situation }) => situation === last.text))
        check.failures.push(`${patient} '${last.text}' of ${say(last.atMs)}: it is not there`)
    }
  }
  return check
}
