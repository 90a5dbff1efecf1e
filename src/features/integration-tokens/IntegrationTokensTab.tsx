import { useEffect } from 'react'
import { activeIntegrationToken, createToken, removeToken } from '../../data/integration-token'
import { useAnswer, useCommand } from '../../engine/react'
import { formatStaffName } from '../../domain/identity'
import type { IntegrationToken } from '../../domain/integration-token/token'
import { formatLongDate } from '../../domain/time'
import { integrationTokensTexts } from '../../texts/integration-tokens'
import { useEdition, useTexts } from '../../ui/edition'
import { Await, Banner, showToast } from '../../ui/feedback'
import { useConfirmCommand, useSecretOnce } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'
import { RowButtons } from '../../ui/table'
import styles from './IntegrationTokensTab.module.css'

const asked = { integrationTokenType: 'CareRecord' } as const

/** Asks, and removes the token. */
const useRemove = () => {
  const say = useProblemText()
  const t = integrationTokensTexts(useEdition()).remove
  const command = useCommand(removeToken)
  const sure = useConfirmCommand(
    command,
    (_token: IntegrationToken) => ({
      title: t.title,
      text: t.sure,
      confirmLabel: t.action,
      danger: true,
      failed: say,
      failure: 'toast',
    }),
    {
      toInput: ({ id }) => ({ id }),
      onDone: (_value, { id }) => showToast(`token removed ${id}`, t.done, { tone: 'info' }),
    },
  )
  return { ...sure, blocked: command.blocked }
}

/** Makes a token after a question and shows it once. */
const useGenerate = () => {
  const say = useProblemText()
  const texts = integrationTokensTexts(useEdition())
  const { add: t, lost: l } = texts
  const command = useCommand(createToken)
  const secret = useSecretOnce({ title: t.made })
  const lost = useConfirmCommand(
    useCommand(removeToken),
    (_token: IntegrationToken) => ({
      title: l.title,
      text: l.text,
      confirmLabel: l.action,
      cancelLabel: l.keep,
      danger: true,
      failed: say,
      failure: 'toast',
    }),
    { toInput: ({ id }) => ({ id }) },
  )
  const sure = useConfirmCommand(
    command,
    () => ({
      title: t.title,
      text: t.text,
      confirmLabel: t.action,
      failed: say,
      failure: 'toast',
    }),
    {
      onDone: (made) => {
        if (made === null) return
        if (made.plainTextToken === null) lost.ask(made.token)
        else if (!secret.show({ [t.label]: made.plainTextToken }))
          showToast(`token lost ${made.token.id}`, l.toast)
      },
    },
  )
  return {
    blocked: command.blocked,
    ask: () => sure.ask(asked),
    dialogs: (
      <>
        {sure.dialog}
        {secret.dialog}
        {lost.dialog}
      </>
    ),
  }
}

function Active({ token }: { readonly token: IntegrationToken }) {
  const edition = useEdition()
  const t = integrationTokensTexts(edition).active
  const { createdAt, createdBy, lastUsedAt } = token
  return (
    <>
      <Banner kind="success" title={t.title}>
        {t.made(formatLongDate(createdAt, edition), formatStaffName(createdBy))}
      </Banner>
      <p>{lastUsedAt === null ? t.unused : t.used(formatLongDate(lastUsedAt, edition))}</p>
    </>
  )
}

/** /settings/integration-tokens: the organisation's token, and what can be done with it. */
export function IntegrationTokensTab() {
  const t = integrationTokensTexts(useEdition())
  const { blocked: reasons } = useTexts().ui
  const say = useProblemText()
  const answer = useAnswer(activeIntegrationToken, asked)
  const { problem } = answer
  const said = problem === null || problem.kind === 'forbidden' ? null : say(problem)
  useEffect(() => {
    if (said !== null) showToast('integration token', said)
  }, [said])
  const [generate, remove] = [useGenerate(), useRemove()]
  const off = generate.blocked === null ? null : reasons[generate.blocked]
  const act = { action: 'integration-token.change', disabled: off } as const
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <section className={styles['card']} aria-labelledby="care-record-token">
        <h3 id="care-record-token">{t.card}</h3>
        <Await of={answer} failed={t.failed}>
          {({ token }) => (
            <>
              {token === null ? (
                <Banner title={t.none.title}>{t.none.text}</Banner>
              ) : (
                <Active token={token} />
              )}
              <RowButtons
                actions={[
                  token === null
                    ? { ...act, label: t.add.action, onSelect: generate.ask }
                    : {
                        ...act,
                        label: t.remove.action,
                        danger: true,
                        onSelect: () => remove.ask(token),
                      },
                ]}
              />
            </>
          )}
        </Await>
      </section>
      {generate.dialogs}
      {remove.dialog}
    </>
  )
}
