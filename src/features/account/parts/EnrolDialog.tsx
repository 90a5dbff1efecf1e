import { QRCodeSVG } from 'qrcode.react'
import { z } from 'zod'
import { useIdentity } from '../../../engine/react'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { CopyButton } from '../../../ui/feedback'
import { FormDialog, useCommandForm, type Submitted } from '../../../ui/form-kit'
import styles from '../account.module.css'
import { codeField, codeSchema, wrong } from './code-field'

interface EnrolDialogProps {
  readonly secret: string
  /** otpauth:// address of the secret, as authenticator apps read it. */
  readonly uri: string
  readonly onEnrolled: () => Promise<void>
  readonly onReauthenticate: () => void
  readonly onClose: () => void
}

/** In groups of four, as people read a key aloud. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
const before = { code: '' }

/** QR code and key for the app, then the code that the app shows. */
export function EnrolDialog({
  secret,
  uri,
  onEnrolled,
  onReauthenticate,
  onClose,
}: EnrolDialogProps) {
  const t = accountTexts(useEdition()).security
  const identity = useIdentity()
  const enrol = async (input: {
    readonly code: string
  }): Promise<Submitted<'enrolled' | 'reauthenticate'>> => {
    const result = await identity.finishTotpEnrolment(input.code)
    if (result.kind === 'success') return { kind: 'done', value: 'enrolled' }
    if (result.kind === 'RequiresReauthentication') return { kind: 'done', value: 'reauthenticate' }
    return result.kind === 'InvalidVerificationCode'
      ? wrong('code', t.codeWrong)
      : { kind: 'refused', problem: result.problem }
  }
  const form = useCommandForm({
    asksToLeave: false,
    command: { run: enrol },
    fields: [codeField(t)],
    before,
    schema: z.object({ code: codeSchema(t) }),
    onDone: (value) => (value === 'enrolled' ? onEnrolled() : onReauthenticate()),
  })
  return (
    <FormDialog
      form={form}
      title={t.dialogHeading}
      size="medium"
      failed={t.failed}
      submitLabel={t.confirm}
      cancelLabel={t.cancel}
      onClose={onClose}
      lead={
        <>
          <p>{t.scan}</p>
          <div className={styles['qr']}>
            <QRCodeSVG value={uri} size={192} title={t.qrLabel} />
          </div>
          <div>
            <p className={styles['quiet']}>{t.manual}</p>
            <p>
              <code className={styles['key']}>{grouped(secret)}</code>
            </p>
            <CopyButton value={secret} label={t.copyKey} withText />
          </div>
          <p>{t.enterCode}</p>
        </>
      }
    />
  )
}
