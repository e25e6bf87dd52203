import { Agent } from 'undici'

/** VictoriaMetrics does not answer, or not in time, or refuses. */
export class MetricsUnavailable extends Error {
  override name = 'MetricsUnavailable'
}

/** Series of one request: longer queries are refused by VictoriaMetrics. */
const seriesAtOnce = 400
/** Bytes of an answer. */
const longestAnswer = 256 * 2 ** 20

export interface ExportedSeries {
  readonly id: string
  readonly values: number[]
  readonly timestamps: number[]
}

/** What a query may name: numbers alone, so nothing that a tenant wrote gets into it. */
export interface Selection {
  readonly companyId: string
  readonly seriesIds: readonly string[]
}

const number = /^[0-9]{1,19}$/

/** The HTTP API of one VictoriaMetrics, which the operator names: it may be on this machine. */
export class VictoriaClient {
  readonly #base: URL
  readonly #headers: Record<string, string>
  readonly #agent = new Agent({
    connectTimeout: 5_000,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    connections: 8,
    maxResponseSize: longestAnswer,
  })

  constructor(url: string) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`)
    const { username, password } = this.#base
    this.#headers =
      username === ''
        ? {}
        : {
            authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
          }
  }

  /** Lines of JSON, each a series. */
  async send(lines: string): Promise<void> {
    await this.#call('api/v1/import', lines, 'application/json')
  }

  /** When this process of it started, in seconds: what it had not written to its disk before is lost. */
  async startedAt(): Promise<string> {
    const text = await this.#call('metrics', null)
    const started = /^vm_app_start_timestamp(?:\{\})? (\S+)$/m.exec(text)?.[1]
    if (started === undefined) throw new MetricsUnavailable('it does not say when it started')
    return started
  }

  /** What was sent becomes visible to queries at once. */
  async flush(): Promise<void> {
    await this.#call('internal/force_flush', null)
  }

  async deleteDevice(deviceId: string): Promise<void> {
    await this.#call(
      'api/v1/admin/tsdb/delete_series',
      new URLSearchParams({ 'match[]': `{device="${numeric(deviceId)}"}` }),
    )
  }

  /** Samples as they are, in milliseconds, both ends included. */
  async samples(selection: Selection, from: number, to: number): Promise<ExportedSeries[]> {
    const found: ExportedSeries[] = []
    for (const selector of selectors(selection)) {
      const text = await this.#call(
        'api/v1/export',
        new URLSearchParams({ 'match[]': selector, start: seconds(from), end: seconds(to) }),
      )
      for (const line of text.split('\n')) {
        if (line === '') continue
        const { metric, values, timestamps } = JSON.parse(line) as {
          metric: Record<string, string>
          values: number[]
          timestamps: number[]
        }
        found.push({ id: metric['series'] ?? '', values, timestamps })
      }
    }
    return found
  }

  /**
   * A function over windows that begin at multiples of `step` milliseconds: by series the values with the beginning of
   * their window.
   */
  async windows(
    selection: Selection,
    fn: string,
    from: number,
    to: number,
    step: number,
  ): Promise<ExportedSeries[]> {
    const found: ExportedSeries[] = []
    const first = Math.floor(from / step) * step
    for (const selector of selectors(selection)) {
      for (let begin = first; begin < to; begin += step * windowsAtOnce) {
        const end = Math.min(begin + step * (windowsAtOnce - 1), Math.ceil(to / step) * step - step)
        const text = await this.#call(
          'api/v1/query_range',
          new URLSearchParams({
            query: `${fn}(${selector}[${step}ms])`,
            // A window ends just before its moment, which then still belongs to the next one.
            start: seconds(begin + step - 1),
            end: seconds(end + step - 1),
            step: `${step}ms`,
            // The cache would hide late samples.
            nocache: '1',
          }),
        )
        const { data } = JSON.parse(text) as {
          data: { result: { metric: Record<string, string>; values: [number, string][] }[] }
        }
        for (const { metric, values } of data.result) {
          found.push({
            id: metric['series'] ?? '',
            timestamps: values.map(([at]) => Math.round(at * 1000) - step + 1),
            values: values.map(([, value]) => Number(value)),
          })
        }
      }
    }
    return found
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #call(path: string, body: string | URLSearchParams | null, type?: string): Promise<string> {
    try {
      const { statusCode, body: answer } = await this.#agent.request({
        origin: this.#base.origin,
        path: new URL(path, this.#base).pathname,
        method: body === null ? 'GET' : 'POST',
        headers: {
          ...this.#headers,
          ...(body !== null && { 'content-type': type ?? 'application/x-www-form-urlencoded' }),
        },
        body: body === null ? null : String(body),
      })
      const text = await answer.text()
      if (statusCode < 300) return text
      throw new MetricsUnavailable(`VictoriaMetrics answers ${statusCode}: ${text.slice(0, 200)}`)
    } catch (error) {
      if (error instanceof MetricsUnavailable) throw error
      throw new MetricsUnavailable('VictoriaMetrics does not answer', { cause: error })
    }
  }
}

const windowsAtOnce = 10_000

const seconds = (milliseconds: number) => (Math.floor(milliseconds) / 1000).toFixed(3)

function numeric(id: string): string {
  if (!number.test(id)) throw new Error('an id is a number')
  return id
}

function* selectors({ companyId, seriesIds }: Selection): Generator<string> {
  for (let at = 0; at < seriesIds.length; at += seriesAtOnce) {
    const ids = seriesIds.slice(at, at + seriesAtOnce).map(numeric)
    yield `{company="${numeric(companyId)}",series=~"${ids.join('|')}"}`
  }
}
