import './app/shared-link'
import './app/trust-first'
import './domain/without-eval'
import './ui/theme/mantine-first.css'
import './app/fetch-ahead'
import './app/react-first'
import { boot } from './app/boot'

const element = document.getElementById('root')
if (element) void boot(element)
