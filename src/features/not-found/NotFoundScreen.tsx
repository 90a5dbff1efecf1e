import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../ui/edition'
import { paths } from '../../ui/paths'

/** Any path that is none of ours (P071, P147, P148). */
export function NotFoundScreen() {
  const t = useTexts().shell.notFound
  const navigate = useNavigate()
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.body}</p>
      <Button onClick={() => void navigate(paths.home(), { replace: true })}>{t.home}</Button>
    </>
  )
}
