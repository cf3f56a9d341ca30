curl --no-buffer "$URL/graphql" -H "authorization: Bearer $TOKEN" \
  -H 'content-type: application/json' -H 'accept: text/event-stream' \
  -d '{"query":"subscription { trpdTransactions { id version status } }","extensions":{"announce":true}}'
