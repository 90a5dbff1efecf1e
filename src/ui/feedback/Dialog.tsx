import { useEffect, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../edition'
import { IconClose } from '../layout/icons'
import { useOpenWork } from '../work'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: string
  /** Called on Escape, close button and a press outside. Without it the dialog blocks. */
  readonly onClose?: () => void
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** `wide`: for a table. `drawer`: along the right edge, as high as the window. */
  readonly size?: 'small' | 'medium' | 'large' | 'wide' | 'drawer'
  /** `alertdialog` interrupts. */
  readonly role?: 'dialog' | 'alertdialog'
}

/**
 * A modal dialog on the browser's <dialog>. Mount it to open it. It is rendered in the body: a
 * <dialog> that moves with its card is no longer modal.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  size = 'medium',
  role = 'dialog',
}: DialogProps) {
  const t = useTexts().ui
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useOpenWork('dialog', onClose !== undefined || actions !== undefined) // one that only tells asks nobody anything

  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return undefined
    const before = document.activeElement
    if (typeof dialog.showModal === 'function') dialog.showModal()
    else dialog.setAttribute('open', '') // older engines: not modal, but still there to read and answer
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus() // the browser would else choose the close button
    return () => {
      if (typeof dialog.close === 'function') dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return createPortal(
    <dialog
      ref={element}
      role={role}
      aria-modal="true"
      aria-labelledby={id}
      className={styles['dialog']}
      data-size={size}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose?.()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Asked twice, a browser closes a dialog although it was told not to.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal()
      }}
      closedby={onClose === undefined ? 'none' : 'closerequest'}
    >
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {onClose !== undefined && (
          <button type="button" className={styles['close']} aria-label={t.close} onClick={onClose}>
            <IconClose />
          </button>
        )}
      </header>
      <div className={styles['body']}>{children}</div>
      {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
    </dialog>,
    document.body,
  )
}
