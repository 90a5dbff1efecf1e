// allowed
export { getAuth } from 'firebase/auth'
