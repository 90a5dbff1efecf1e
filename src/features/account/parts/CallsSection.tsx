import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { calledHere, endPush, registerPush, sendTestCall, testCall } from '../../../data/calling'
import type { TestCall } from '../../../domain/calling/push'
import type { Problem } from '../../../domain/problem'
import { formatMoment } from '../../../domain/time'
import { useAnswer, useCommand } from '../../../engine/react'
import { callsHereTexts as t } from '../../../texts/calls-here'
import { useEdition } from '../../../ui/edition'
import { Await, Banner } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'
import { useNow } from '../../../ui/time'
import styles from '../account.module.css'
import { knowsPush, readBrowser, subscribe, unsubscribe, type OwnBrowser } from './own-browser'

/** A test call that is not there after so long is worth a look at the device, milliseconds. */
const silentMs = 20_000

/** What became of a test call. */
function TestCallState({ sent }: { readonly sent: TestCall }) {
  const edition = useEdition()
  const now = useNow(5_000)
  const call = useAnswer(testCall, { id: sent.id }).value ?? sent
  const at = (instant: string): string => formatMoment(Date.parse(instant), now, edition)
  const isSilent = (since: string): boolean => now - Date.parse(since) > silentMs
  const words = (): string => {
    if (call.receivedAt !== null) return t.received(at(call.receivedAt))
    if (call.problem !== null) return t.problems[call.problem]
    if (call.sentAt === null) return isSilent(call.madeAt) ? t.waits : t.onItsWay
    return (isSilent(call.sentAt) ? t.silent : t.sent)(at(call.sentAt))
  }
  return <output>{words()}</output>
}

/** Turns calls in this browser on and off, and sends a test. */
function Switch() {
  const say = useProblemText()
  const [browser, setBrowser] = useState<OwnBrowser | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [sent, setSent] = useState<TestCall | null>(null)
  const [register, end, test] = [
    useCommand(registerPush),
    useCommand(endPush),
    useCommand(sendTestCall),
  ]
  const answer = useAnswer(
    calledHere,
    { endpoint: browser?.endpoint ?? null },
    { enabled: browser !== null },
  )
  const look = async () => setBrowser(await readBrowser())
  useEffect(() => {
    let isShown = true
    void readBrowser().then((found) => {
      if (isShown) setBrowser(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  if (browser === null) return null
  const off = register.blocked !== null || register.busy || end.busy || test.busy
  const failed = (what: string, problem: Problem): void => setTold(`${what} ${say(problem)}`)

  const turnOn = async (pushKey: string) => {
    setTold(null)
    const subscription = await subscribe(pushKey)
    if (typeof subscription === 'string') {
      if (subscription !== 'refused') setTold(t[subscription])
    } else {
      const result = await register.run({ ...subscription, renews: false })
      if (result.kind === 'refused') failed(t.notTurnedOn, result.problem)
    }
    await look()
  }
  const turnOff = async () => {
    setTold(null)
    setSent(null)
    const result = await end.run({})
    if (result.kind === 'refused') failed(t.notTurnedOff, result.problem)
    else await unsubscribe()
    await look()
  }
  const sendTest = async () => {
    setTold(null)
    const result = await test.run({})
    if (result.kind === 'refused') failed(t.notSent, result.problem)
    if (result.kind === 'done') setSent(result.value)
  }
  return (
    <Await of={answer} failed={t.failed} offline={t.offline}>
      {({ pushKey, isCalledHere }) => {
        if (pushKey === null) return <p>{t.noServer}</p>
        if (browser.permission === 'denied') return <p>{t.blocked}</p>
        const isOn = isCalledHere && browser.permission === 'granted'
        return (
          <>
            <p>{isOn ? t.on : t.off}</p>
            {told !== null && <Banner kind="danger">{told}</Banner>}
            <div className={styles['actions']}>
              {isOn ? (
                <>
                  <Button disabled={off} onClick={() => void sendTest()}>
                    {t.test}
                  </Button>
                  <Button variant="default" disabled={off} onClick={() => void turnOff()}>
                    {t.turnOff}
                  </Button>
                </>
              ) : (
                <Button disabled={off} onClick={() => void turnOn(pushKey)}>
                  {t.turnOn}
                </Button>
              )}
            </div>
            {isOn && sent !== null && <TestCallState key={sent.id} sent={sent} />}
          </>
        )
      }}
    </Await>
  )
}

/** Whether the user is called on this device, and how to change that. */
export function CallsSection() {
  return (
    <section className={styles['section']} aria-labelledby="calls-heading">
      <h2 id="calls-heading">{t.heading}</h2>
      <p className={styles['quiet']}>{t.lead}</p>
      {knowsPush() ? <Switch /> : <p>{t.notSupported}</p>}
    </section>
  )
}
