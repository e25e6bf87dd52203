import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findViolations, type SourceFile } from './dependencies/rules.ts'

/** Reports each import that violates the directions of ARCHITECTURE.md, and fails if there is one. */
const root = fileURLToPath(new URL('../', import.meta.url))
const files = ['apps', 'packages'].flatMap(readSources)
const violations = findViolations(files)
for (const { path: file, line, rule, target } of violations) {
  process.stdout.write(`${file}:${line}: ${rule} (${target})\n`)
}
process.stdout.write(`${files.length} files, ${violations.length} against the directions\n`)
process.exitCode = violations.length > 0 || files.length === 0 ? 1 : 0

function readSources(directory: string): SourceFile[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](node_modules|dist)[\\/]/.test(file))
    .map((file) => ({
      path: path.relative(root, file).replaceAll(path.sep, '/'),
      text: readFileSync(file, 'utf8'),
    }))
}
