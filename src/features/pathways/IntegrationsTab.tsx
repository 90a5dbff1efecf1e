import { Button } from '@mantine/core'
import {
  ehrIntegrations,
  registerApprover,
  removeApprover,
  setUpMessages,
  type EhrIntegration,
} from '../../data/ehr-integration'
import { may } from '../../domain/access/may'
import { needsApprover } from '../../domain/ehr-integration/integration'
import { useAnswer, useCommand } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { DataTable, type RowAction } from '../../ui/table'
import { integrationColumns } from './columns'
import styles from './IntegrationsTab.module.css'

/** How long is said what became of an approver, milliseconds (O466). */
const staysMs = 4_000
const told = (id: string, message: string): void =>
  showToast(id, message, { tone: 'info', staysMs })

/** Registers and removes the approver of an integration, after a question each. */
const useApprover = () => {
  const t = ehrIntegrationsTexts(useEdition())
  const toInput = ({ id }: EhrIntegration) => ({ ehrIntegrationId: id })
  const register = useConfirmCommand(
    useCommand(registerApprover),
    ({ name, authorizedAutomaticApprover: before }: EhrIntegration) => ({
      title: t.register.title,
      text: (
        <>
          <p>{t.register.sure(name)}</p>
          {before !== null && <p>{t.register.instead(before.email)}</p>}
        </>
      ),
      confirmLabel: t.register.confirm,
      failed: t.register.failed,
      failure: 'toast',
      toastMs: staysMs,
    }),
    { toInput, onDone: (_value, { id }) => told(`approver ${id}`, t.register.done) },
  )
  const remove = useConfirmCommand(
    useCommand(removeApprover),
    ({ name, authorizedAutomaticApprover: before }: EhrIntegration) => ({
      title: t.remove.title,
      text: <p>{t.remove.sure(name, before?.email ?? '')}</p>,
      confirmLabel: t.remove.confirm,
      danger: true,
      failed: t.remove.failed,
      failure: 'toast',
      toastMs: staysMs,
    }),
    { toInput, onDone: (_value, { id }) => told(`approver ${id}`, t.remove.done) },
  )
  return { register, remove }
}

/** Whether messages may be filed in the user's name, and the way to change that. */
function SetUp({ isSetUp }: { readonly isSetUp: boolean }) {
  const t = ehrIntegrationsTexts(useEdition()).setUp
  const { blocked: reasons } = useTexts().ui
  const command = useCommand(setUpMessages)
  const confirm = useConfirmCommand(
    command,
    ({ isSetUp: starts }: { readonly isSetUp: boolean }) => ({
      title: starts ? t.start : t.stop,
      text: <p>{starts ? t.startSure : t.stopSure}</p>,
      confirmLabel: starts ? t.startConfirm : t.stopConfirm,
      danger: !starts,
      failed: t.failed,
    }),
    { onDone: (value) => told('pre-approved', value === true ? t.startDone : t.stopDone) },
  )
  return (
    <section className={styles['setUp']} aria-labelledby="pre-approved">
      <h2 id="pre-approved">{t.heading}</h2>
      <p>{isSetUp ? t.done : t.not}</p>
      <Button
        variant="default"
        disabled={command.blocked !== null}
        title={command.blocked === null ? undefined : reasons[command.blocked]}
        onClick={() => confirm.ask({ isSetUp: !isSetUp })}
      >
        {isSetUp ? t.stop : t.start}
      </Button>
      {confirm.dialog}
    </section>
  )
}

const approves = ({ integrationType: type }: EhrIntegration): boolean =>
  type !== null && needsApprover(type)

/** Which other systems the pathway sends to (O136, O137). */
export function IntegrationsTab({ pathwayId }: { readonly pathwayId: string }) {
  const edition = useEdition()
  const t = ehrIntegrationsTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(ehrIntegrations, { carePathwayId: pathwayId, triggerType: null })
  const { blocked } = useCommand(registerApprover)
  const { register, remove } = useApprover()
  const off = blocked === null ? null : reasons[blocked]
  const isSetUp = answer.value?.isSetUp === true
  const principal = usePrincipal()
  const mayEdit = principal !== null && may(principal, 'ehr-integration.edit')
  const menu = (row: EhrIntegration): readonly RowAction[] => [
    {
      label: t.register.action,
      action: 'ehr-integration.edit',
      disabled:
        off ?? (approves(row) ? (isSetUp ? null : t.register.notSetUp) : t.register.notNeeded),
      onSelect: () => register.ask(row),
    },
    {
      label: t.remove.action,
      action: 'ehr-integration.edit',
      disabled: off ?? (row.authorizedAutomaticApprover === null ? t.remove.none : null),
      danger: true,
      onSelect: () => remove.ask(row),
    },
  ]
  return (
    <>
      <p>{t.tab.text}</p>
      {mayEdit && answer.value?.integrations.some(approves) === true && <SetUp isSetUp={isSetUp} />}
      <DataTable
        caption={t.tab.list}
        columns={integrationColumns(edition)}
        answer={{ ...answer, value: answer.value?.integrations ?? null }}
        view="ehr-integration.view"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        menu={menu}
        empty={{ title: t.tab.none }}
        failed={t.tab.failed}
      />
      {register.dialog}
      {remove.dialog}
    </>
  )
}
