import type { TestApp, TestPerson } from './test-app.ts'

/** A multipart body with one file, as a browser sends it. */
export function multipartOf(content: Buffer | string, filename: string, type = 'application/octet-stream') {
  const boundary = 'netward-test-boundary'
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** Uploads a file to an endpoint as a person, acting in `acted` if passed. */
export function upload(
  t: Pick<TestApp, 'raw'>,
  person: TestPerson,
  url: string,
  file: { content: Buffer | string; filename: string; type?: string },
  acted?: string,
) {
  const { contentType, body } = multipartOf(file.content, file.filename, file.type)
  const headers = {
    authorization: `Bearer ${person.token}`,
    'content-type': contentType,
    ...(acted === undefined
      ? {}
      : { 'x-company-id': person.companyId, 'x-tenant-company-id': acted, 'x-proxy': '1' }),
  }
  return t.raw({ method: 'POST', url, headers, payload: body })
}
