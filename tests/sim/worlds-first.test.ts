import { worldsHold } from './proof'

worldsHold(0)
