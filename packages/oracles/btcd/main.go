// Program btcd executes the scripts of signed transactions with the engine of btcd, and prints a line for each transaction.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"github.com/btcsuite/btcd/txscript"
	"github.com/btcsuite/btcd/wire"
)

type spentOutput struct {
	Amount int64  `json:"amount"`
	Script string `json:"script"`
}

// signedTransaction has the outputs that it spends in the order of its inputs.
type signedTransaction struct {
	Transaction string        `json:"transaction"`
	Spent       []spentOutput `json:"spent"`
}

func execute(signed signedTransaction) error {
	raw, err := hex.DecodeString(signed.Transaction)
	if err != nil {
		return err
	}
	var transaction wire.MsgTx
	if err := transaction.Deserialize(bytes.NewReader(raw)); err != nil {
		return err
	}
	if len(transaction.TxIn) != len(signed.Spent) {
		return fmt.Errorf("%d inputs, %d spent outputs", len(transaction.TxIn), len(signed.Spent))
	}
	spent := make(map[wire.OutPoint]*wire.TxOut)
	for index, output := range signed.Spent {
		script, err := hex.DecodeString(output.Script)
		if err != nil {
			return err
		}
		spent[transaction.TxIn[index].PreviousOutPoint] = wire.NewTxOut(output.Amount, script)
	}
	fetcher := txscript.NewMultiPrevOutFetcher(spent)
	hashes := txscript.NewTxSigHashes(&transaction, fetcher)
	for index, input := range transaction.TxIn {
		output := spent[input.PreviousOutPoint]
		engine, err := txscript.NewEngine(
			output.PkScript, &transaction, index, txscript.StandardVerifyFlags, nil, hashes, output.Value, fetcher,
		)
		if err != nil {
			return fmt.Errorf("input %d: %w", index, err)
		}
		if err := engine.Execute(); err != nil {
			return fmt.Errorf("input %d: %w", index, err)
		}
	}
	return nil
}

func main() {
	decoder := json.NewDecoder(os.Stdin)
	for decoder.More() {
		var signed signedTransaction
		if err := decoder.Decode(&signed); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := execute(signed); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("valid")
		}
	}
}
