import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../ui/edition'
import { paths } from '../../ui/paths'

/** /quicksilva-error: public, no data, one Home button (P066; decisions). */
export function QuicksilvaErrorScreen() {
  const t = useTexts().shell.quicksilvaError
  const navigate = useNavigate()
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.body}</p>
      <Button onClick={() => void navigate(paths.home())}>{t.home}</Button>
    </>
  )
}
