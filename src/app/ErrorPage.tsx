import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { useTexts } from '../ui/edition'
import { CentredCard } from '../ui/layout'
import { paths } from '../ui/paths'
import styles from './ErrorPage.module.css'
import { isNotLoaded, useLoadAgain } from './load-again'

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTexts().shell
  return (
    <CentredCard footer={<a href={`mailto:${t.support}`}>{t.errorPage.contact}</a>}>
      <h1>{title}</h1>
      {children}
    </CentredCard>
  )
}

/** The code of the page did not arrive, such as where the line went before it was on the device. */
function NotLoadedPage() {
  const t = useTexts().shell.notLoaded
  const navigate = useNavigate()
  const { isReached, now } = useLoadAgain(useLocation().pathname)
  return (
    <Card title={t.title}>
      <p role="alert">{isReached === false ? t.offline : t.online}</p>
      <div className={styles['ways']}>
        <Button onClick={now}>{t.again}</Button>
        <Button variant="default" onClick={() => void navigate(paths.home())}>
          {t.home}
        </Button>
      </div>
    </Card>
  )
}

/** An unexpected failure of a page (P144 to P146). Unsent input is in the local store. */
function FailedPage() {
  const t = useTexts().shell.errorPage
  const navigate = useNavigate()
  return (
    <Card title={t.title}>
      <p role="alert">{t.body}</p>
      <Button onClick={() => void navigate(paths.home())}>{t.home}</Button>
    </Card>
  )
}

/** In the place of a page that failed. */
export function ErrorPage() {
  return isNotLoaded(useRouteError()) ? <NotLoadedPage /> : <FailedPage />
}
