import { mutantsDie } from './proof'

mutantsDie(0)
