import { Button, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useId, useState, type FormEvent } from 'react'
import { useIdentity } from '../../../data/hooks'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { Banner, CopyButton, Dialog } from '../../../ui/feedback'
import styles from '../account.module.css'

interface EnrolDialogProps {
  readonly secret: string
  /** otpauth:// address of the secret, as authenticator apps read it. */
  readonly uri: string
  readonly onEnrolled: () => void
  readonly onReauthenticate: () => void
  readonly onClose: () => void
}

/** In groups of four, as people read a key aloud. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

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
  const form = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    const digits = code.replace(/[\s-]/g, '')
    if (!/^\d{6}$/.test(digits)) return setError(t.codeMalformed)
    setError(undefined)
    setFailure(null)
    setBusy(true)
    const result = await identity.finishTotpEnrolment(digits)
    setBusy(false)
    switch (result.kind) {
      case 'success':
        return onEnrolled()
      case 'InvalidVerificationCode':
        return setError(t.codeWrong)
      case 'RequiresReauthentication':
        return onReauthenticate()
      default:
        return setFailure(result.problem.message)
    }
  }
  return (
    <Dialog
      title={t.dialogHeading}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {t.confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => void confirm(event)}
        noValidate
        className={styles['column']}
      >
        {failure !== null && (
          <Banner kind="danger" title={t.failed}>
            {failure}
          </Banner>
        )}
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
        <TextInput
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={error}
        />
      </form>
    </Dialog>
  )
}
