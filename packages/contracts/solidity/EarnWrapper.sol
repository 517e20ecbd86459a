// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {ERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {FeeSplitter} from "./FeeSplitter.sol";

/**
 * An ERC-4626 vault in front of another one, with the same asset. It takes a fee on yield, and nothing else.
 *
 * Nobody administers it: it has no owner, it cannot be paused or upgraded, and its fee never changes. Every deposit goes to
 * the vault behind it at once, so it holds shares of that vault and never the asset. Its own shares are a claim on a part of
 * those shares. It computes in shares of the vault and asks the previews of the vault for assets, so both contracts
 * round in favour of those who stay.
 *
 * The fee has a high-water mark: it is due only on the part of a share's price above every price at which a fee was taken
 * before. It is paid by minting shares for the splitter. So a fee never takes a share below what it was worth at its
 * deposit, and a gain that only makes up for a loss is free.
 *
 * The vault must follow ERC-4626, and nobody may be able to raise its `convertToAssets` for a moment only.
 */
contract EarnWrapper is ERC4626, ReentrancyGuard {
    using Math for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant MAX_CLIENT_FEE_BPS = 4000;
    uint256 public constant MAX_FEE_BPS = 5000;

    /// Shares that nobody has. They make it expensive to raise the price of a share before the first deposit of others.
    uint256 private constant VIRTUAL_SHARES = 10 ** OFFSET;
    uint8 private constant OFFSET = 6;
    uint256 private constant BPS = 10_000;
    /// Keeps the digits of a price that a division would lose.
    uint256 private constant SCALE = 1e18;

    /// The vault that deposits go to.
    IERC4626 public immutable vault;
    /// Holds the fees until they are released.
    FeeSplitter public immutable splitter;
    /// The fee on yield, for the client and the service together, in basis points.
    uint256 public immutable feeBps;
    /// So many shares of the vault that their value is exact to at least twelve digits.
    uint256 private immutable _probe;

    /// The highest price of a share so far, after fees.
    uint256 public highWaterPrice;

    event FeesAccrued(uint256 feeShares, uint256 highWaterPrice);

    error FeeTooHigh();
    /// The asset keeps a part of each transfer, the vault gave less than it had promised, or a deposit is worth no share.
    error UnexpectedAmount();

    constructor(
        IERC4626 vault_,
        address clientFeeWallet,
        uint256 clientFeeBps,
        address serviceFeeWallet,
        uint256 serviceFeeBps
    )
        ERC20(string.concat("Earn ", vault_.name()), string.concat("earn-", vault_.symbol()))
        ERC4626(IERC20(vault_.asset()))
    {
        if (clientFeeBps > MAX_CLIENT_FEE_BPS || clientFeeBps + serviceFeeBps > MAX_FEE_BPS) revert FeeTooHigh();
        vault = vault_;
        feeBps = clientFeeBps + serviceFeeBps;
        _probe = 10 ** (uint256(vault_.decimals()) + 12);
        splitter = new FeeSplitter(clientFeeWallet, clientFeeBps, serviceFeeWallet, serviceFeeBps);
    }

    function decimals() public view override returns (uint8) {
        return vault.decimals() + OFFSET;
    }

    function totalAssets() public view override returns (uint256) {
        return vault.convertToAssets(_held());
    }

    function convertToShares(uint256 assets) public view override returns (uint256) {
        return _toShares(vault.convertToShares(assets), Math.Rounding.Floor);
    }

    function convertToAssets(uint256 shares) public view override returns (uint256) {
        return vault.convertToAssets(_toHeld(shares, Math.Rounding.Floor));
    }

    function previewDeposit(uint256 assets) public view override returns (uint256) {
        return _toShares(vault.previewDeposit(assets), Math.Rounding.Floor);
    }

    function previewMint(uint256 shares) public view override returns (uint256) {
        return vault.previewMint(_toHeld(shares, Math.Rounding.Ceil));
    }

    function previewWithdraw(uint256 assets) public view override returns (uint256) {
        return _toShares(vault.previewWithdraw(assets), Math.Rounding.Ceil);
    }

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        return vault.previewRedeem(_toHeld(shares, Math.Rounding.Floor));
    }

    function maxDeposit(address) public view override returns (uint256) {
        return vault.maxDeposit(address(this));
    }

    function maxMint(address) public view override returns (uint256) {
        uint256 limit = vault.maxMint(address(this));
        uint256 supply = _supplyAfterFees();
        uint256 divisor = _held() + 1;
        // A vault without a limit says so with the largest number, which has no counterpart in shares of this one.
        (uint256 high, ) = Math.mul512(limit, supply);
        return high >= divisor ? type(uint256).max : limit.mulDiv(supply, divisor);
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return Math.min(previewRedeem(maxRedeem(owner)), vault.maxWithdraw(address(this)));
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        uint256 shares = balanceOf(owner);
        uint256 limit = vault.maxRedeem(address(this));
        return _toHeld(shares, Math.Rounding.Floor) <= limit ? shares : _toShares(limit, Math.Rounding.Floor);
    }

    function redeem(
        uint256 shares,
        address receiver,
        address owner
    ) public override nonReentrant returns (uint256 assets) {
        uint256 limit = maxRedeem(owner);
        if (shares > limit) revert ERC4626ExceededMaxRedeem(owner, shares, limit);
        _accrueFees();
        uint256 spent = _toHeld(shares, Math.Rounding.Floor);
        _burnFor(owner, shares);
        uint256 held = _held();
        assets = vault.redeem(spent, receiver, address(this));
        if (held - _held() > spent) revert UnexpectedAmount();
        emit Withdraw(_msgSender(), receiver, owner, assets, shares);
    }

    /// Takes the fee that is due now. Deposits and withdrawals do the same before anything else.
    function accrueFees() external nonReentrant {
        _accrueFees();
    }

    /// Shares that the splitter is due, and that the next deposit or withdrawal will mint.
    function pendingFeeShares() public view returns (uint256) {
        uint256 supply = totalSupply();
        uint256 price = _price(_quote(), supply, Math.Rounding.Floor);
        // Without shares, nobody gained anything.
        if (supply == 0 || price <= highWaterPrice) return 0;
        uint256 fee = (price - highWaterPrice).mulDiv(feeBps, BPS);
        return (supply + VIRTUAL_SHARES).mulDiv(fee, price - fee);
    }

    /// Called by `deposit` and `mint`, whose previews already count the fee that is due.
    function _deposit(
        address caller,
        address receiver,
        uint256 assets,
        uint256 shares
    ) internal override nonReentrant {
        // So little that it would only raise the price for the others.
        if (shares == 0 && assets > 0) revert UnexpectedAmount();
        _accrueFees();
        uint256 held = _held();
        uint256 supply = totalSupply();
        IERC20 token = IERC20(asset());
        uint256 balance = token.balanceOf(address(this));
        token.safeTransferFrom(caller, address(this), assets);
        if (token.balanceOf(address(this)) - balance != assets) revert UnexpectedAmount();
        token.forceApprove(address(vault), assets);
        vault.deposit(assets, address(this));
        if ((_held() - held).mulDiv(supply + VIRTUAL_SHARES, held + 1) < shares) revert UnexpectedAmount();
        _mint(receiver, shares);
        emit Deposit(caller, receiver, assets, shares);
    }

    /// Called by `withdraw`. `redeem` does not withdraw an amount of assets, because some vaults pay out losses only on redeem.
    function _withdraw(
        address caller,
        address receiver,
        address owner,
        uint256 assets,
        uint256 shares
    ) internal override nonReentrant {
        _accrueFees();
        uint256 spendable = _toHeld(shares, Math.Rounding.Floor);
        _burnFor(owner, shares);
        uint256 held = _held();
        vault.withdraw(assets, receiver, address(this));
        if (held - _held() > spendable) revert UnexpectedAmount();
        emit Withdraw(caller, receiver, owner, assets, shares);
    }

    function _burnFor(address owner, uint256 shares) private {
        if (_msgSender() != owner) _spendAllowance(owner, _msgSender(), shares);
        _burn(owner, shares);
    }

    function _accrueFees() private {
        uint256 feeShares = pendingFeeShares();
        if (feeShares > 0) _mint(address(splitter), feeShares);
        uint256 supply = totalSupply();
        // Rounded up twice, so that whoever deposits now never pays for a fraction that was gained before.
        uint256 price = _price(_quote() + 1, supply, Math.Rounding.Ceil);
        // The first depositor after everybody has left starts at the price of that moment.
        if (price <= highWaterPrice && supply > 0) return;
        highWaterPrice = price;
        emit FeesAccrued(feeShares, price);
    }

    /// The shares of the vault behind this one.
    function _held() private view returns (uint256) {
        return vault.balanceOf(address(this));
    }

    function _quote() private view returns (uint256) {
        return vault.convertToAssets(_probe);
    }

    /// The price of a share in assets, scaled, if shares of the vault are worth what `quote` says.
    function _price(uint256 quote, uint256 supply, Math.Rounding rounding) private view returns (uint256) {
        return quote.mulDiv((_held() + 1) * SCALE, supply + VIRTUAL_SHARES, rounding);
    }

    function _supplyAfterFees() private view returns (uint256) {
        return totalSupply() + pendingFeeShares() + VIRTUAL_SHARES;
    }

    function _toShares(uint256 held, Math.Rounding rounding) private view returns (uint256) {
        return held.mulDiv(_supplyAfterFees(), _held() + 1, rounding);
    }

    function _toHeld(uint256 shares, Math.Rounding rounding) private view returns (uint256) {
        return shares.mulDiv(_held() + 1, _supplyAfterFees(), rounding);
    }
}
