import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The server, restarted when a file of it changes, and the web with hot reload in front of it. Ctrl-C ends both. */
const root = fileURLToPath(new URL('../', import.meta.url))
const api = `http://127.0.0.1:${process.env['NETWARD_PORT'] || '8080'}`
const webPort = process.env['NETWARD_DEV_PORT'] || '5173'
const web = `http://localhost:${webPort}`
const children: ChildProcess[] = []
let ending = false

function start(directory: string, ...args: string[]): void {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // What people are sent to is the page with hot reload.
    NETWARD_PUBLIC_URL: process.env['NETWARD_PUBLIC_URL'] || web,
    NETWARD_DEV_API: api,
  }
  const child = spawn(process.execPath, args, { cwd: path.join(root, directory), env, stdio: 'inherit' })
  children.push(child)
  child.once('exit', (code) => end(code ?? 0))
}

/** Ctrl-C reaches the children too; a second signal does no harm, and the server drains in its own time. */
function end(code: number): void {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
start('.', '--watch', '--watch-preserve-output', 'apps/server/src/main.ts', ...process.argv.slice(2))
start('apps/web', path.join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort')
process.stdout.write(`\n  Console   ${web}   (reloads by itself)\n  Server    ${api}\n\n`)
