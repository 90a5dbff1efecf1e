// React makes errors while it is loaded. Where somebody looks on (a debugger, a bench), each costs
// the reading anew of the whole script that loaded it: so it is loaded by a script of its own
// (scripts/chunks.ts).
import 'react-dom/client'
