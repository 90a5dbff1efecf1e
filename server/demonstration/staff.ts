import { z } from 'zod'
import { alertConditionSchema } from '../../src/domain/alerts/rule'
import { demonstrationPassword } from './accounts'
import { organizationOf } from './organizations'
import { demonstrationId, hashOf } from './random'

const minuteMs = 60_000
/** So soon after the last trigger nobody calls a patient settled. */
const settledAfterMs = 2 * 60 * minuteMs

const alertSchema = z.object({
  id: z.string(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.object({ id: z.string() }).nullable(),
  snoozedUntil: z.string().nullable(),
  alertRule: z.object({ type: z.string(), condition: z.unknown() }).nullable(),
  triggers: z.array(z.object({ id: z.string(), startedAt: z.string(), raisedAt: z.string() })),
})
const totalSchema = z.object({
  totalScore: z.number().nullable(),
  riskLevel: z.number().nullable(),
})
const patientSchema = z.object({
  id: z.string(),
  latestCheckup: z
    .object({
      endedAt: z.string(),
      ewsScores: totalSchema.extend({ missing: z.number() }).nullable(),
    })
    .nullable(),
  trend: z.array(totalSchema.extend({ endedAt: z.string() })),
  alerts: z.array(alertSchema),
})
export type SeenPatient = z.infer<typeof patientSchema>
export type SeenAlert = z.infer<typeof alertSchema>
type Response = 'acknowledge' | 'snooze' | 'resolve'

const newest = (times: readonly string[]): number =>
  Math.max(...times.map((time) => Date.parse(time)), 0)

const raisedOf = (alert: SeenAlert): number =>
  newest(alert.triggers.map(({ startedAt }) => startedAt))

/**
 * What a colleague does about an alert. Null: nothing, so that it escalates in the pathway's time,
 * as do all of check-ups that were missed and of one value alone.
 * @param me id of the colleague's account: what they acknowledged they resolve once it has settled
 */
export const responseTo = (
  alert: SeenAlert,
  { latestCheckup, trend }: Pick<SeenPatient, 'latestCheckup' | 'trend'>,
  nowMs: number,
  me: string,
): Response | null => {
  const isAnswered = alert.acknowledgedAt !== null
  if (alert.snoozedUntil !== null || (isAnswered && alert.acknowledgedBy?.id !== me)) return null
  if (alert.alertRule?.type === 'continuous-monitoring') return isAnswered ? null : 'snooze'
  const condition = alertConditionSchema.safeParse(alert.alertRule?.condition).data
  const isOfTotal =
    condition?.kind === 'totalScore' ||
    (condition?.kind === 'trend' && condition.of === 'totalScore')
  if (!isOfTotal) return null
  const raisedMs = raisedOf(alert)
  const raisedAt =
    trend.find(({ endedAt }) => Date.parse(endedAt) === raisedMs)?.totalScore ??
    (condition.kind === 'totalScore' ? condition.atLeast : 0)
  const scores = latestCheckup?.ewsScores
  const isSettled =
    scores?.missing === 0 &&
    (scores.totalScore ?? raisedAt) < raisedAt &&
    (scores.riskLevel ?? 4) <= 1 &&
    Date.parse(latestCheckup?.endedAt ?? '') > raisedMs &&
    nowMs - raisedMs > settledAfterMs
  if (isSettled) return 'resolve'
  return isAnswered ? null : 'acknowledge'
}

/** What NEWS2 asks for: emergency words from 7, urgent ones at 5 and 6 or a single 3. */
const noteTexts = {
  emergency: [
    'High score seen. Spoke to the patient by phone; emergency assessment requested, on-call clinician informed. Observations every 15 minutes until they are seen.',
    'High score seen and phoned: short of breath, answers in short sentences. Escalated to the on-call clinician, who calls back now. Somebody stays with the patient.',
  ],
  urgent: [
    'Score seen. Spoke to the patient by phone; urgent review by the ward clinician requested. Observations every hour until then.',
    'Score seen and phoned: more tired than yesterday, speaks in full sentences. Ward clinician asked for an urgent review; observations every hour.',
  ],
  watch: [
    'Rising score seen. Spoke to the patient by phone: no new complaint. Observations every 4 hours today.',
  ],
  resolve: [
    'Reviewed by phone: the score has come down since, and the patient feels better. Plan unchanged; alert resolved.',
  ],
} as const

/** The note about alerts of a patient that were answered: by the gravest score since they began. */
export const noteOf = (
  response: 'acknowledge' | 'resolve',
  alerts: readonly SeenAlert[],
  { id, latestCheckup, trend }: SeenPatient,
): string => {
  const sinceMs = Math.min(...alerts.map(raisedOf))
  const risk = Math.max(
    latestCheckup?.ewsScores?.riskLevel ?? 0,
    ...trend.map(({ endedAt, riskLevel }) =>
      Date.parse(endedAt) >= sinceMs ? (riskLevel ?? 0) : 0,
    ),
  )
  const acknowledged = risk >= 4 ? 'emergency' : risk >= 2 ? 'urgent' : 'watch'
  const texts = noteTexts[response === 'resolve' ? 'resolve' : acknowledged]
  return texts[hashOf(id, response) % texts.length] ?? texts[0]
}

/**
 * Who answers the alerts of their wards, and where. The others are left to whoever tries the
 * demonstration, who may sign in as one of these too and act in another organisation.
 */
const colleagues = [
  ['multi@riverside.example', organizationOf('riverside').id],
  ['carer@willowbank.example', organizationOf('willowbank').id],
] as const
/** Somebody who signed in. */
interface Colleague {
  readonly token: string
  readonly id: string
  readonly organizationId: string
}

const query = `{
  virtualWardPatients(take: 50, skip: 0, sort: [{ field: alertCount, direction: DESC }]) {
    patients {
      id
      latestCheckup { endedAt ewsScores { totalScore riskLevel missing } }
      trend { endedAt totalScore riskLevel }
      alerts {
        id acknowledgedAt acknowledgedBy { id } snoozedUntil
        alertRule { type condition }
        triggers { id startedAt raisedAt }
      }
    }
  }
}`
const mutations = {
  acknowledge: 'mutation ($id: ID!) { acknowledgeAlert(id: $id, isAcknowledged: true) { id } }',
  snooze: 'mutation ($id: ID!) { snoozeAlert(id: $id, minutes: 60) { id } }',
  resolve: 'mutation ($alerts: [AlertStatusInput!]!) { setAlertStatus(alerts: $alerts) { id } }',
  note: 'mutation ($patientId: ID!, $text: String!) { addPatientNote(PatientId: $patientId, text: $text) { id } }',
} as const

export interface Staff {
  /**
   * Answers what was raised after `sinceMs` (null: whatever is open) and up to `untilMs`, and
   * resolves what they acknowledged before and has settled.
   */
  answer(sinceMs: number | null, untilMs: number): Promise<void>
}

/**
 * The colleagues of whoever tries the demonstration: they sign in and answer alerts through the
 * portal's own API, under the rights, rules and log of anybody who does.
 */
export const createStaff = (given: {
  readonly url: string
  readonly signal: AbortSignal
  readonly now: () => number
}): Staff => {
  const post = async (path: string, body: unknown, as?: Colleague): Promise<unknown> => {
    const answer = await fetch(new URL(path, given.url), {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.any([given.signal, AbortSignal.timeout(60_000)]),
      headers: {
        'Content-Type': 'application/json',
        ...(as === undefined
          ? {}
          : {
              Authorization: `Bearer ${as.token}`,
              'X-Acting-Organization-Id': as.organizationId,
            }),
      },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  const identity = (call: string, body: unknown): Promise<unknown> =>
    post(`/identitytoolkit.googleapis.com/${call}?key=demonstration`, body)
  const ask = async (
    as: Colleague,
    document: string,
    variables: object = {},
    key?: string,
  ): Promise<unknown> => {
    const { data, errors } = z
      .object({ data: z.unknown(), errors: z.array(z.object({ message: z.string() })).optional() })
      .parse(
        await post(
          '/Prod/graphql',
          {
            query: document,
            variables,
            ...(key === undefined ? {} : { extensions: { idempotencyKey: key } }),
          },
          as,
        ),
      )
    if (errors !== undefined) throw new Error(errors[0]?.message ?? 'no reason given')
    return data
  }

  const answerOf = async (
    as: Colleague,
    patient: SeenPatient,
    isDue: (alert: SeenAlert) => boolean,
  ): Promise<void> => {
    const due = patient.alerts
      .filter((alert) => isDue(alert) || alert.acknowledgedBy?.id === as.id)
      .map((alert) => ({ alert, response: responseTo(alert, patient, given.now(), as.id) }))
    for (const kind of ['acknowledge', 'resolve', 'snooze'] as const) {
      const alerts = due.filter(({ response }) => response === kind).map(({ alert }) => alert)
      const triggersOf = ({ triggers }: SeenAlert) => triggers.map(({ id }) => id)
      // Before the answers, after which nobody looks at them again: a note that fails is written then.
      if (kind !== 'snooze' && alerts.length > 0) {
        const text = noteOf(kind, alerts, patient)
        await ask(
          as,
          mutations.note,
          { patientId: patient.id, text },
          demonstrationId('note', kind, text, ...alerts.flatMap(triggersOf)),
        )
      }
      for (const alert of alerts) {
        const triggerIds = triggersOf(alert)
        await ask(
          as,
          mutations[kind],
          kind === 'resolve'
            ? { alerts: [{ id: alert.id, status: 'closed', triggerIds, outcome: 'rang' }] }
            : { id: alert.id },
          demonstrationId(kind, alert.id, ...triggerIds),
        )
      }
    }
  }

  const answerAs = async (
    email: string,
    organizationId: string,
    isDue: (alert: SeenAlert) => boolean,
  ): Promise<void> => {
    const { idToken, refreshToken, localId } = z
      .object({ idToken: z.string(), refreshToken: z.string(), localId: z.string() })
      .parse(
        await identity('v1/accounts:signInWithPassword', {
          email,
          password: demonstrationPassword,
          returnSecureToken: true,
        }),
      )
    const as = { token: idToken, id: localId, organizationId }
    try {
      const { virtualWardPatients } = z
        .object({ virtualWardPatients: z.object({ patients: z.array(patientSchema) }) })
        .parse(await ask(as, query))
      for (const patient of virtualWardPatients.patients) await answerOf(as, patient, isDue)
    } finally {
      await identity('lamplight/sessions:signOut', { refreshToken })
    }
  }

  return {
    answer: async (sinceMs, untilMs) => {
      const isDue = ({ triggers }: SeenAlert): boolean => {
        const raisedMs = newest(triggers.map(({ raisedAt }) => raisedAt))
        return raisedMs <= untilMs && (sinceMs === null || raisedMs > sinceMs)
      }
      for (const [email, organizationId] of colleagues) await answerAs(email, organizationId, isDue)
    },
  }
}
