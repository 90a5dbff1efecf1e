import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../edition'
import { IconClose } from '../layout/icons'
import styles from './Toasts.module.css'

interface Toast {
  /** The same id again renews a toast instead of piling up. */
  readonly id: string
  readonly message: string
  readonly shownAt: number
  readonly tone: 'problem' | 'info'
  readonly action?: ToastAction
  readonly staysMs: number
}

/** An action of a toast. It must be possible elsewhere too, for users who are slower. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** How long a toast stays, in ms. */
const toastStaysMs = 8000

let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a short message over the page. It must also be said where it belongs. */
export const showToast = (
  id: string,
  message: string,
  {
    tone = 'problem',
    action,
    staysMs = toastStaysMs,
  }: {
    readonly tone?: Toast['tone']
    readonly action?: ToastAction
    /** How long it stays, milliseconds. */
    readonly staysMs?: number
  } = {},
): void =>
  set([
    ...toasts.filter((toast) => toast.id !== id),
    {
      id,
      message,
      shownAt: Date.now(),
      tone,
      staysMs,
      ...(action === undefined ? {} : { action }),
    },
  ])

export const hideToast = (id: string): void => set(toasts.filter((toast) => toast.id !== id))

function ToastLine({ toast }: { readonly toast: Toast }) {
  const t = useTexts().ui
  useEffect(() => {
    const timer = setTimeout(() => hideToast(toast.id), toast.staysMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div
      role={toast.tone === 'problem' ? 'alert' : 'status'}
      className={styles['toast']}
      data-tone={toast.tone}
    >
      <span>{toast.message}</span>
      {toast.action !== undefined && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            hideToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" aria-label={t.close} onClick={() => hideToast(toast.id)}>
        <IconClose size={16} />
      </button>
    </div>
  )
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return createPortal(
    <div className={styles['root']}>
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  )
}
