import './ui/theme/mantine-first.css'
import { boot } from './app/boot'

const element = document.getElementById('root')
if (element) void boot(element)
