import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A mail as the mail server took it. */
export interface TakenMail {
  readonly to: string
  readonly messageId: string
  readonly text: string
}

/** A mail server on this machine, as far as nodemailer speaks with it. */
export interface FakeSmtp {
  readonly url: string
  readonly taken: TakenMail[]
  /** Answers by recipient, instead of taking it; e.g. `550 5.1.1 No such user`. */
  readonly refused: Map<string, string>
  /** Answers every sender so, instead of taking it. */
  refusedSender: string | null
  /** Ends every connection at once while true. */
  isDown: boolean
  /** Called once a mail is taken, before that is said. */
  onTaken: (() => void) | null
  close(): Promise<void>
}

const speak = (smtp: FakeSmtp, socket: Socket): void => {
  let [left, to, data]: [string, string, string | null] = ['', '', null]
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const take = (text: string): void => {
    const messageId = /^Message-ID: (.*)$/imu.exec(text)?.[1]?.trim() ?? ''
    // Quoted-printable, as nodemailer writes long lines.
    const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    smtp.taken.push({ to, messageId, text: plain })
    smtp.onTaken?.()
    say('250 OK')
  }
  const answer = (line: string): void => {
    if (data !== null) {
      if (line !== '.') data += `${line}\r\n`
      else {
        take(data)
        data = null
      }
    } else if (/^MAIL/iu.test(line)) say(smtp.refusedSender ?? '250 OK')
    else if (/^(EHLO|HELO)/iu.test(line)) say('250 fake')
    else if (/^STARTTLS/iu.test(line)) say('502 Not here')
    else if (/^RCPT/iu.test(line)) {
      to = /<(.*)>/u.exec(line)?.[1] ?? ''
      say(smtp.refused.get(to) ?? '250 OK')
    } else if (/^DATA/iu.test(line)) {
      data = ''
      say('354 Go on')
    } else if (/^QUIT/iu.test(line)) socket.end('221 Bye\r\n')
    else say('250 OK')
  }
  socket.on('error', () => {})
  if (smtp.isDown) return void socket.destroy()
  say('220 fake')
  socket.on('data', (bytes) => {
    left += bytes.toString('utf8')
    const lines = left.split('\r\n')
    left = lines.pop() ?? ''
    lines.forEach(answer)
  })
}

/** Starts it on a free port. */
export const startFakeSmtp = async (host = '127.0.0.1'): Promise<FakeSmtp> => {
  const server: Server = createServer((socket) => speak(smtp, socket))
  const smtp: FakeSmtp = {
    get url() {
      return `smtp://${host}:${(server.address() as AddressInfo).port}?ignoreTLS=true`
    },
    taken: [],
    refused: new Map(),
    refusedSender: null,
    isDown: false,
    onTaken: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  return smtp
}
