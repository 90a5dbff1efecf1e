import { Link } from 'react-router-dom'
import { useTexts } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import styles from '../VirtualWardScreen.module.css'

/** To all that is to be done on the ward. */
export function ToDoLink() {
  const { doors } = useTexts()
  return (
    <Link className={styles['alerts']} to={paths.toDo()}>
      {doors.toDo}
    </Link>
  )
}
