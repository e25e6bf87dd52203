import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageLibrary } from '../image-library.ts'
import { type PaperDocument, PaperTooLong, paperLimits } from './document.ts'
import { drawPaper } from './draw.ts'
import { paperTexts } from './paper-text.fixture.ts'
import { printPaper } from './paper.ts'

const start = Date.UTC(2026, 10, 1)
const hour = 3_600_000

const document: PaperDocument = {
  language: 'zh',
  title: '线路质量报告',
  subtitle: '2026-11-01 至 2026-11-02',
  company: '示例连锁',
  foot: '第 {{page}} 页，共 {{pages}} 页',
  blocks: [
    { kind: 'heading', text: '线路' },
    { kind: 'facts', facts: [{ label: '运营商', value: '中国电信' }] },
    {
      kind: 'chart',
      title: '往返时延',
      unit: 'ms',
      timeZone: 'Asia/Shanghai',
      start,
      stepSeconds: 3600,
      steps: 24,
      marks: [{ from: start + 6 * hour, to: start + 12 * hour }],
      limit: { name: '目标', value: 30 },
      series: [{ name: '中位数', values: Array.from({ length: 24 }, (_, at) => (at === 9 ? null : 20)) }],
    },
    {
      kind: 'table',
      columns: [
        { title: '开始', width: 1 },
        { title: '时长', width: 1, align: 'right' },
      ],
      rows: Array.from({ length: 90 }, (_, at) => [`第${at}次`, `${at} 分钟`]),
      empty: '没有中断',
    },
    { kind: 'note', text: '不含 ≤ 5 分钟\u202Ecba\u0007' },
  ],
}

describe('a printed document', () => {
  let pages: string[]
  let paper: Buffer
  beforeAll(async () => {
    paper = await printPaper(document)
    pages = paperTexts(paper)
  })

  test('says its texts in Chinese, with the company and the number of each page', () => {
    expect(pages.length).toBeGreaterThan(2)
    expect(pages[0]).toContain('线路质量报告')
    expect(pages[0]).toContain('中国电信')
    for (const [at, page] of pages.entries()) expect(page).toContain(`第 ${at + 1} 页，共 ${pages.length} 页`)
    for (const page of pages) expect(page).toContain('示例连锁')
  })

  test('repeats the heads of a table on each of its pages, and prints each row once', () => {
    for (const page of pages.filter((text) => text.includes('分钟'))) expect(page).toContain('开始')
    const all = pages.join('\n')
    for (let row = 0; row < 90; row += 1)
      expect(all.split('\n').filter((line) => line === `第${row}次`)).toHaveLength(1)
  })

  test('shows the axis and the limit of a chart in local time of the document', () => {
    expect(pages[0]).toContain('目标')
    expect(pages[0]).toMatch(/11-01 12:00/)
  })

  test('keeps no control or direction mark, and replaces signs that the font lacks', () => {
    expect(pages.at(-1)).toContain('不含 <= 5 分钟cba')
  })

  test.runIf(existsSync('/usr/bin/pdftoppm'))('has ink where a reader looks for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paper-'))
    try {
      writeFileSync(join(folder, 'paper.pdf'), paper)
      execFileSync(
        '/usr/bin/pdftoppm',
        ['-r', '50', '-png', '-f', '1', '-l', '1', '-singlefile', 'paper.pdf', 'page'],
        {
          cwd: folder,
        },
      )
      const sharp = await imageLibrary()
      const page = sharp(join(folder, 'page.png'))
      const { width, height } = await page.metadata()
      const inkOf = async (area: { left: number; top: number; width: number; height: number }) => {
        const { channels } = await sharp(await page.clone().extract(area).toBuffer()).stats()
        return 255 - (channels[0]?.mean ?? 255)
      }
      const margin = Math.floor(width * 0.06)
      expect(await inkOf({ left: 0, top: 0, width: margin, height })).toBeLessThan(0.1)
      expect(await inkOf({ left: width - margin, top: 0, width: margin, height })).toBeLessThan(0.1)
      // The title, the chart over the whole width, the table.
      for (const [top, tall] of [
        [0.05, 0.06],
        [0.2, 0.15],
        [0.5, 0.3],
      ] as const)
        expect(
          await inkOf({
            left: margin,
            top: Math.floor(height * top),
            width: width - 2 * margin,
            height: Math.floor(height * tall),
          }),
        ).toBeGreaterThan(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the bounds of a document', () => {
  const long = (rows: number): PaperDocument => ({
    ...document,
    blocks: [
      {
        kind: 'table',
        columns: [{ title: 'a', width: 1 }],
        rows: Array.from({ length: rows }, () => ['一']),
        empty: '',
      },
    ],
  })

  test('refuse too many rows before drawing', () => {
    expect(() => printPaper(long(paperLimits.rows + 1))).toThrow(PaperTooLong)
  })

  test('refuse too many pages while drawing', async () => {
    await expect(drawPaper(long(200), { ...paperLimits, pages: 2 })).rejects.toThrow(PaperTooLong)
  })

  test('end the thread after its time, and the next document is printed', async () => {
    await expect(printPaper(long(1), { ...paperLimits, seconds: 0 })).rejects.toThrow(PaperTooLong)
    expect(paperTexts(await printPaper(long(1)))[0]).toContain('一')
  })

  test('cut a long text', async () => {
    const text = '长'.repeat(paperLimits.characters + 500)
    const pages = paperTexts(await drawPaper({ ...document, blocks: [{ kind: 'text', text }] }))
    expect(pages.join('').split('长').length - 1).toBe(paperLimits.characters - 1)
  })
})
