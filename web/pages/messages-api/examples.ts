export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP'] as const
export type Language = (typeof LANGUAGES)[number]
export type Kind = 'text' | 'media'
type Asked = { url: string; token: string; number: string; body: string; file: string }

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** A literal of JavaScript, and of Python. */
const quoted = (text: string) => JSON.stringify(text)
const php = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

type Write = Record<Kind, (asked: Asked) => string>

const curl: Write = {
  text: ({ url, token, number, body }) => `curl -X POST ${shell(url)} \\
  -H ${shell(`Authorization: Bearer ${token}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shell(JSON.stringify({ number, body }, null, 2))}
`,
  media: ({ url, token, number, body, file }) => `curl -X POST ${shell(url)} \\
  -H ${shell(`Authorization: Bearer ${token}`)} \\
  -F ${shell(`number=${number}`)} \\
  --form-string ${shell(`body=${body}`)} \\
  -F ${shell(`medias=@${file}`)}
`,
}

const javascript: Write = {
  text: ({ url, token, number, body }) => `const response = await fetch(${quoted(url)}, {
  method: 'POST',
  headers: {
    Authorization: ${quoted(`Bearer ${token}`)},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    number: ${quoted(number)},
    body: ${quoted(body)},
  }),
})
console.log(response.status, await response.json())
`,
  media: ({ url, token, number, body, file }) => `import { readFile } from 'node:fs/promises'

const form = new FormData()
form.append('number', ${quoted(number)})
form.append('body', ${quoted(body)})
form.append('medias', new Blob([await readFile(${quoted(file)})]), ${quoted(file)})

const response = await fetch(${quoted(url)}, {
  method: 'POST',
  headers: { Authorization: ${quoted(`Bearer ${token}`)} },
  body: form,
})
console.log(response.status, await response.json())
`,
}

const python: Write = {
  text: ({ url, token, number, body }) => `# pip install requests
import requests

response = requests.post(
    ${quoted(url)},
    headers={"Authorization": ${quoted(`Bearer ${token}`)}},
    json={"number": ${quoted(number)}, "body": ${quoted(body)}},
)
print(response.status_code, response.json())
`,
  media: ({ url, token, number, body, file }) => `# pip install requests
import requests

with open(${quoted(file)}, "rb") as file:
    response = requests.post(
        ${quoted(url)},
        headers={"Authorization": ${quoted(`Bearer ${token}`)}},
        data={"number": ${quoted(number)}, "body": ${quoted(body)}},
        files={"medias": file},
    )
print(response.status_code, response.json())
`,
}

const phpWith = (asked: Asked, header: string, fields: string) => `<?php
$request = curl_init(${php(asked.url)});
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_POST => true,
    CURLOPT_HTTPHEADER => [${php(`Authorization: Bearer ${asked.token}`)}${header}],
    CURLOPT_POSTFIELDS => ${fields},
]);
echo curl_exec($request);
`
const ofPhp: Write = {
  text: asked =>
    phpWith(asked, `, 'Content-Type: application/json'`, `json_encode(['number' => ${php(asked.number)}, 'body' => ${php(asked.body)}])`),
  media: asked =>
    phpWith(
      asked,
      '',
      `[
        'number' => ${php(asked.number)},
        'body' => ${php(asked.body)},
        'medias' => new CURLFile(${php(asked.file)}),
    ]`,
    ),
}

const written: Record<Language, Write> = { curl, JavaScript: javascript, Python: python, PHP: ofPhp }

/** A program that sends, whole: pasted where its language runs, it works. */
export const exampleOf = (language: Language, kind: Kind, asked: Asked) => written[language][kind](asked)
