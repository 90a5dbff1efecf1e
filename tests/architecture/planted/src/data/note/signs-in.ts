// refused: package
export { getAuth } from 'firebase/auth'
