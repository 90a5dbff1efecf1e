import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../ui/edition'
import { CentredCard } from '../ui/layout'
import { paths } from '../ui/paths'

/** An unexpected failure of a page (P144 to P146). Unsent input is in the local store. */
export function ErrorPage() {
  const t = useTexts().shell
  const navigate = useNavigate()
  return (
    <CentredCard footer={<a href={`mailto:${t.support}`}>{t.errorPage.contact}</a>}>
      <h1>{t.errorPage.title}</h1>
      <p role="alert">{t.errorPage.body}</p>
      <Button onClick={() => void navigate(paths.home())}>{t.errorPage.home}</Button>
    </CentredCard>
  )
}
