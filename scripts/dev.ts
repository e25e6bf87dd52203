import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The server, restarted on file changes, and the web with hot reload in front of it. Ctrl-C ends both. */
const root = fileURLToPath(new URL('../', import.meta.url))
const api = `http://127.0.0.1:${process.env['NETWARD_PORT'] || '8080'}`
const webPort = process.env['NETWARD_DEV_PORT'] || '5173'
const web = `http://localhost:${webPort}`
const children: ChildProcess[] = []
let ending = false

function start(directory: string, more: Record<string, string>, ...args: string[]): void {
  const env = { ...process.env }
  // Ours: the server would wonder.
  delete env['NETWARD_DEV_PORT']
  const child = spawn(process.execPath, args, {
    cwd: path.join(root, directory),
    env: { ...env, ...more },
    stdio: 'inherit',
  })
  children.push(child)
  child.once('exit', (code) => end(code ?? 0))
}

/** Ctrl-C reaches the children too; a second signal is harmless, and the server drains at its own pace. */
function end(code: number): void {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
const server = ['--watch', '--watch-preserve-output', 'apps/server/src/main.js', ...process.argv.slice(2)]
const vite = [path.join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort']
// Links lead to the page with hot reload.
start('.', { NETWARD_PUBLIC_URL: process.env['NETWARD_PUBLIC_URL'] || web }, ...server)
start('apps/web', { NETWARD_DEV_API: api }, ...vite)
process.stdout.write(`\n  Console   ${web}   (reloads by itself)\n  Server    ${api}\n\n`)
