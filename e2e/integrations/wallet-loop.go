// The wallet's side of a withdrawal and of a deposit. Needs Go 1.21, and no modules.
//
//	go run wallet-loop.go withdraw inquiry.json     (the input of inquire, with a requestIdentifier)
//	go run wallet-loop.go deposit <transaction hash>
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

var (
	pausesSeconds = []int{0, 1, 2, 4, 8, 16, 30, 30}
	client        = http.Client{Timeout: 30 * time.Second}
	poll          = time.Second
	dataWait      = 10 * time.Minute
	ended         = []string{"DECLINED", "CANCELED", "EXPIRED", "FAILED"}
	newToken      = []string{"TOKEN_EXPIRED", "TOKEN_KEY_UNKNOWN", "TOKEN_REVOKED"}
	// The mutations below can be repeated even if they were executed: inquire has a requestIdentifier, and
	// confirmTx the same hash.
	repeated = []string{"SERVICE_UNAVAILABLE", "SUBGRAPH_UNAVAILABLE", "SUBGRAPH_TIMEOUT",
		"OVERLOADED", "RATE_LIMITED", "IDENTITY_PROVIDER_UNAVAILABLE"}
)

type variables map[string]any

type transaction struct {
	ID, Status, Address, TxHash string
	Release                     struct {
		MayPay, MayCredit bool
		Obstacles         []struct{ Code, Check, Message string }
	}
}

type fields struct {
	Inquire, Transaction transaction
	Transactions         struct{ Nodes []transaction }
}

type result struct {
	Data   struct{ Trpd fields }
	Errors []struct {
		Message    string
		Extensions struct {
			Code, Reason      string
			Retryable         bool
			RetryAfterSeconds int
		}
	}
}

// send returns the fields of `trpd`. It repeats what can be repeated, and ends the program at a refusal.
func send(query string, values variables) fields {
	var last any
	retryAfter := 0
	for _, pause := range pausesSeconds {
		time.Sleep(time.Duration(max(pause, min(retryAfter, 60))) * time.Second)
		received, err := post(query, values)
		if err != nil { // No response, or one of a proxy.
			last = err
			continue
		}
		if len(received.Errors) == 0 {
			return received.Data.Trpd
		}
		extensions := received.Errors[0].Extensions
		last, retryAfter = extensions.Code+": "+received.Errors[0].Message, extensions.RetryAfterSeconds
		if slices.Contains(newToken, extensions.Reason) {
			renewAt = time.Time{}
		} else if !extensions.Retryable && !slices.Contains(repeated, extensions.Code) {
			break
		}
	}
	log.Fatal(last)
	return fields{}
}

// The access token of the client, which is renewed in time.
var token string
var renewAt time.Time

func post(query string, values variables) (received result, err error) {
	if time.Now().After(renewAt) {
		var granted struct {
			Token   string `json:"access_token"`
			Seconds int    `json:"expires_in"`
		}
		form := url.Values{"grant_type": {"client_credentials"},
			"client_id": {os.Getenv("CLIENT_ID")}, "client_secret": {os.Getenv("CLIENT_SECRET")}}
		response, err := client.PostForm(os.Getenv("TOKEN_URL"), form)
		if err = decode(response, err, &granted); err != nil {
			return received, err
		}
		token, renewAt = granted.Token, time.Now().Add(time.Duration(granted.Seconds)*time.Second/2)
	}
	body, _ := json.Marshal(map[string]any{"query": query, "variables": values})
	request, err := http.NewRequest("POST", os.Getenv("GATEWAY_URL"), bytes.NewReader(body))
	if err != nil {
		return received, err
	}
	request.Header = http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}}
	response, err := client.Do(request)
	// The body of a 401, 429 or 503 has the errors.
	err = decode(response, err, &received)
	return received, err
}

func decode(response *http.Response, err error, into any) error {
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(into)
}

// withdraw returns the hash, or "" if it has ended without a payment. Call it again after a crash.
func withdraw(inquiry variables) string {
	id := send(`mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }`,
		variables{"input": inquiry}).Inquire.ID
	tx := waitUntil(id, func(tx transaction) bool { return tx.Release.MayPay || tx.Status == "CONFIRMED" })
	if !tx.Release.MayPay {
		return tx.TxHash
	}
	hash := wallet("pay", inquiry["requestIdentifier"].(string), tx.Address)
	// The payment is made: its hash counts even if something was found in the last second.
	send(`mutation ($id: ID!, $txHash: String!) {
		trpd { confirmTx(id: $id, txHash: $txHash, isOnLedger: true) { id } } }`, variables{"id": id, "txHash": hash})
	return hash
}

// deposit is about a payment that the ledger shows. It returns whether the customer has it.
func deposit(hash string) bool {
	find := `query ($txHash: String!) { trpd { transactions(filter: { txHash: $txHash }) { nodes { id } } } }`
	for giveUpAt := time.Now().Add(dataWait); ; time.Sleep(poll) {
		if nodes := send(find, variables{"txHash": hash}).Transactions.Nodes; len(nodes) > 0 {
			isReady := func(tx transaction) bool { return tx.Status == "CONFIRMED" && tx.Release.MayCredit }
			if !isReady(waitUntil(nodes[0].ID, isReady)) {
				return false
			}
			wallet("credit", hash)
			return true
		}
		if time.Now().After(giveUpAt) {
			// No Travel Rule data has come with it: record it with registerOfflineTx, and ask the sender.
			return false
		}
	}
}

// waitUntil returns the transaction once it is ready or has ended. It prints what stops it when that changes.
func waitUntil(id string, isReady func(transaction) bool) transaction {
	load := `query ($id: ID!) { trpd { transaction(id: $id) {
		status address txHash release { mayPay mayCredit obstacles { code check message } } } } }`
	for printed := ""; ; time.Sleep(poll) {
		tx := send(load, variables{"id": id}).Transaction
		if isReady(tx) || slices.Contains(ended, tx.Status) {
			return tx
		}
		lines := ""
		for _, each := range tx.Release.Obstacles {
			lines += fmt.Sprintln(each.Code, each.Check, each.Message)
		}
		if lines != printed {
			fmt.Print(lines)
		}
		printed = lines
	}
}

// wallet runs your program, which pays and prints the hash, or credits: once, however often it is called.
func wallet(args ...string) string {
	output, err := exec.Command(os.Getenv("WALLET"), args...).Output()
	if err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(string(output))
}

func main() {
	if os.Args[1] == "deposit" {
		fmt.Println(map[bool]string{true: "CREDITED", false: "NOT_CREDITED"}[deposit(os.Args[2])])
		return
	}
	var inquiry variables
	file, err := os.ReadFile(os.Args[2])
	if err = errors.Join(err, json.Unmarshal(file, &inquiry)); err != nil {
		log.Fatal(err)
	}
	if hash := withdraw(inquiry); hash != "" {
		fmt.Println("PAID", hash)
	} else {
		fmt.Println("ENDED")
	}
}
