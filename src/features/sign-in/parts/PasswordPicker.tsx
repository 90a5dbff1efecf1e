import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useIdentity } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner, CopyButton, Dialog } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import card from '../card.module.css'
import styles from './PasswordPicker.module.css'

interface PasswordPickerProps {
  /** Of the account: password managers keep it with the password. */
  readonly email: string
  readonly busy: boolean
  readonly onSave: (password: string) => void
}

/** Three random words to take or to draw again, and why they are good (P112 to P115). */
export function PasswordPicker({ email, busy, onSave }: PasswordPickerProps) {
  const t = useTexts().signIn.action
  const { suggestPassphrase } = useIdentity()
  const [password, setPassword] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [helping, setHelping] = useState(false)
  const draw = useCallback(() => {
    suggestPassphrase().then(
      (words) => {
        setPassword(words)
        setFailed(false)
      },
      () => setFailed(true),
    )
  }, [suggestPassphrase])
  useEffect(draw, [draw])

  return (
    <form
      className={card['column']}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== null) onSave(password)
      }}
    >
      {/* For password managers: they file what follows under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={styles['picker']}>
        <label htmlFor="new-password" className={styles['label']}>
          {t.generated}
        </label>
        <input
          id="new-password"
          className={styles['words']}
          readOnly
          autoComplete="new-password"
          spellCheck={false}
          value={password ?? ''}
        />
        <div className={styles['actions']}>
          <Button variant="default" size="sm" onClick={draw} disabled={busy}>
            {t.refresh}
          </Button>
          <CopyButton value={password ?? ''} label={t.copy} withText />
        </div>
      </div>
      {failed && <Banner kind="danger">{t.wordsFailed}</Banner>}
      <button type="button" className={card['link']} onClick={() => setHelping(true)}>
        {t.helpLink}
      </button>
      <Button type="submit" loading={busy} disabled={password === null}>
        {t.save}
      </Button>
      <Button component={Link} to={paths.login()} variant="default">
        {t.cancel}
      </Button>
      {helping && (
        <Dialog
          title={t.helpHeading}
          onClose={() => setHelping(false)}
          actions={<Button onClick={() => setHelping(false)}>{t.helpClose}</Button>}
        >
          {t.help.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Dialog>
      )}
    </form>
  )
}
