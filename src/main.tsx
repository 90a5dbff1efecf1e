import { tokenOfCall } from './app/shared-link'
import './app/trust-first'
import './domain/without-eval'
import './ui/theme/mantine-first.css'
import './app/fetch-ahead'
import './app/react-first'
import { boot } from './app/boot'

const element = document.getElementById('root')
const call = tokenOfCall()
// The page of a video call is no portal: nobody is signed in on it, and nothing is kept.
if (element)
  void (call === null
    ? boot(element)
    : import('./app/call').then(({ openCall }) => openCall(element, call)))
